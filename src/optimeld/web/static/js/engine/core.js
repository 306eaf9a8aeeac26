// The engine's core, compiled to WebAssembly: a question as JSON in, the answer as JSON out.

/** @typedef {{ memory: WebAssembly.Memory, _initialize: () => void, room: (bytes: number) => number, ask: (bytes: number) => number, answer_size: () => number,
 *   calibrated: (share: number, lostFirst: number) => number }} Exports */

/** What is wrong with a question, as the server would say it. */
export class Refused extends Error {
  /** @param {import("../shared/types.js").Problem} problem @param {number} [status] */
  constructor(problem, status = 422) {
    super(problem.message);
    this.problem = problem;
    this.status = status;
  }
}

const NANOSECONDS_IN_MS = 1_000_000;

/** The little of an operating system that the core's library expects: a clock, and nowhere to write to.
 * @param {() => Exports} exports */
function system(exports) {
  const view = () => new DataView(exports().memory.buffer);
  return {
    /** @param {number} _clock @param {bigint} _precision @param {number} at */
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * NANOSECONDS_IN_MS)), true);
      return 0;
    },
    fd_close: () => 0,
    fd_seek: () => 0,
    fd_fdstat_get: () => 0,
    /** @param {number} _file @param {number} parts @param {number} count @param {number} written */
    fd_write(_file, parts, count, written) {
      let bytes = 0;
      for (let i = 0; i < count; i += 1) bytes += view().getUint32(parts + 8 * i + 4, true);
      view().setUint32(written, bytes, true);
      return 0;
    },
    environ_get: () => 0,
    /** @param {number} count @param {number} size */
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    proc_exit(/** @type {number} */ status) {
      throw new Error(`the core ended with ${status}`);
    },
  };
}

export class Core {
  #module;
  /** @type {Exports | null} */
  #exports = null;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
  }

  /** How often the core was begun anew: what it held before is gone then.
   * @type {number} */
  begun = 0;

  #start() {
    const imports = { wasi_snapshot_preview1: system(() => /** @type {Exports} */ (this.#exports)) };
    const instance = new WebAssembly.Instance(this.#module, imports);
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    this.#exports._initialize();
    this.begun += 1;
    return this.#exports;
  }

  /** The answer as JSON text. A core that breaks down is begun anew, and says so instead of an answer.
   * @param {unknown} question @returns {string} */
  text(question) {
    const core = this.#exports ?? this.#start();
    const bytes = this.#encoder.encode(JSON.stringify(question));
    try {
      const room = core.room(bytes.length);
      new Uint8Array(core.memory.buffer, room, bytes.length).set(bytes);
      const at = core.ask(bytes.length);
      return this.#decoder.decode(new Uint8Array(core.memory.buffer, at, core.answer_size()));
    } catch (error) {
      throw this.breakDown(error instanceof Error ? error.message : String(error));
    }
  }

  /** Forgets the instance, which a trap has left in no known state.
   * @param {string} why */
  breakDown(why) {
    this.#exports = null;
    this.begun += 1;
    return new Refused({
      code: "internal",
      message: `the engine broke down (${why}) and was started anew`,
    });
  }

  /** The chance of winning that a share of won rollouts stands for, so many being lost before the next turn.
   * @param {number} share @param {number} lostFirst */
  calibrated(share, lostFirst) {
    return (this.#exports ?? this.#start()).calibrated(share, lostFirst);
  }

  /** @param {unknown} question @returns {any} */
  ask(question) {
    const answer = JSON.parse(this.text(question));
    if (answer?.error) throw new Refused(answer.error);
    return answer;
  }
}
