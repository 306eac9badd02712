import type { BunPlugin } from "bun";

/**
 * transformers.js imports a runtime made of WebAssembly, which it leaves alone where it finds another one
 * (`src/embed/onnx_transformers.ts`): the executable carries an empty module in its place.
 */
export const WITHOUT_WEB_RUNTIME: BunPlugin = {
  name: "without-web-runtime",
  setup(build) {
    build.onResolve({ filter: /^onnxruntime-web(?:\/|$)/ }, ({ path }) => ({ path, namespace: "empty" }));
    build.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export {};", loader: "js" }));
  },
};
