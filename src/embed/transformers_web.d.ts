/** The part of transformers.js that is used here, in its build for browsers: it needs neither `sharp` nor a file system. */
declare module "*/transformers.web.js" {
  /** What a pipeline returns: numbers with a shape. */
  interface ResultTensor {
    readonly data: ArrayLike<number>;
    readonly dims: readonly number[];
  }
  /** Turns texts into vectors. */
  interface FeatureExtractor {
    (texts: string[], options: { pooling: "mean" | "cls"; normalize: boolean }): Promise<ResultTensor>;
    dispose(): Promise<unknown>;
  }
  /** Settings of the whole library. */
  export const env: {
    allowRemoteModels: boolean;
    allowLocalModels: boolean;
    useFS: boolean;
    useFSCache: boolean;
    useBrowserCache: boolean;
    useWasmCache: boolean;
    useCustomCache: boolean;
    customCache: unknown;
    logLevel: number;
    fetch: (address: string) => Promise<Response>;
  };
  /** Loads a model. */
  export function pipeline(
    task: "feature-extraction",
    model: string,
    options: { dtype: string; subfolder: string; device: "auto"; session_options: object },
  ): Promise<FeatureExtractor>;
}
