/**
 * transformers.js with our own ONNX Runtime below it and nothing around it: no network, no WebAssembly, no image library
 * (SPEC 11.2).
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import type { FolderFacts } from "./folder_facts.ts";
import type { OnnxBinding, OnnxSession } from "./onnx_binding.ts";
import { OnnxTensor } from "./onnx_tensor.ts";

/** A model that transformers.js has loaded. */
export interface TransformersModel {
  /** Returns one vector for each text, in order, not yet of unit length. */
  run(texts: readonly string[]): Promise<Float32Array[]>;
  /** Frees it. */
  close(): void;
}

/** Where transformers.js looks for a runtime before it takes its own. */
const RUNTIME = Symbol.for("onnxruntime");

/** Level of transformers.js at which it prints nothing: its warnings would stand between the lines of an answer. */
const SILENT = 50;

/**
 * Loads the library (about 100 ms) and a model with it.
 *
 * @throws {Error} what library and runtime say
 */
export async function openTransformers(
  binding: OnnxBinding,
  facts: FolderFacts,
  threads: number,
): Promise<TransformersModel> {
  const { env, pipeline } = await loadLibrary(binding);
  Object.assign(env, {
    allowRemoteModels: false,
    // It names files in its cache by their address; so the address is the path.
    remoteHost: "/",
    remotePathTemplate: "{model}/",
    allowLocalModels: true,
    useFS: false,
    useFSCache: false,
    useBrowserCache: false,
    useWasmCache: false,
    useCustomCache: true,
    customCache: filesOf(facts.folder),
    logLevel: SILENT,
    fetch: () => Promise.resolve(new Response(null, { status: 404 })),
  });
  const { dtype, subfolder, pooling } = facts;
  const options = { intraOpNumThreads: threads, extra: { session: { "intra_op": { "allow_spinning": "0" } } } };
  const extract = await pipeline("feature-extraction", facts.folder, {
    dtype,
    subfolder,
    device: "auto",
    "session_options": options,
  });
  return {
    async run(texts) {
      const { data, dims } = await extract([...texts], { pooling, normalize: false });
      const width = dims.at(-1) ?? 0;
      if (dims.length !== 2 || dims[0] !== texts.length) {
        throw new Error(`The model gives numbers of the shape ${dims.join(" × ")} for ${texts.length} texts`);
      }
      return texts.map((_, row) => Float32Array.from({ length: width }, (__, at) => data[row * width + at] ?? NaN));
    },
    close() {
      extract.dispose().catch(() => {
        // It goes with the process at the latest.
      });
    },
  };
}

/** The library asks for a runtime once, while it is loaded; a second model finds it loaded, with the same one below. */
async function loadLibrary(binding: OnnxBinding) {
  Object.assign(globalThis, { [RUNTIME]: runtimeOf(binding) });
  try {
    return await import("../../node_modules/@huggingface/transformers/dist/transformers.web.js");
  } finally {
    Reflect.deleteProperty(globalThis, RUNTIME);
  }
}

/** The "cache" from which the library takes every file: text by its content, models by their path, which are then mapped. */
function filesOf(folder: string) {
  return {
    match(name: string): Promise<Response | string | undefined> {
      // A path that begins with a drive gets a slash in front where it stands for an address.
      const path = name.startsWith(folder) ? name : name.slice(1);
      if (!path.startsWith(`${folder}/`) || !existsSync(path)) return Promise.resolve(undefined);
      const isModel = /\.onnx(?:[._]data(?:_\d+)?)?$/.test(path);
      return Promise.resolve(isModel ? path : new Response(readFileSync(path)));
    },
    put: () => Promise.resolve(),
  };
}

/** ONNX Runtime as transformers.js expects it: an object with a way to make sessions, and the class of tensors. */
function runtimeOf(binding: OnnxBinding) {
  return {
    Tensor: OnnxTensor,
    env: {},
    InferenceSession: {
      create(path: string, options: Readonly<Record<string, unknown>>) {
        const session = new binding.InferenceSession();
        session.loadModel(path, { ...options, executionProviders: ["cpu"] });
        return Promise.resolve(adapterOf(session));
      },
    },
  };
}

function adapterOf(session: OnnxSession) {
  const outputs = Object.fromEntries(session.outputMetadata.map(({ name }) => [name, null]));
  return {
    inputNames: session.inputMetadata.map(({ name }) => name),
    outputNames: Object.keys(outputs),
    inputMetadata: session.inputMetadata,
    outputMetadata: session.outputMetadata,
    run: (feeds: Readonly<Record<string, OnnxTensor>>) => Promise.resolve(session.run(feeds, outputs, {})),
    release() {
      session.dispose();
      return Promise.resolve();
    },
  };
}
