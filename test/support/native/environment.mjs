/** Where jest-circus keeps a file's tests and who hears of them: kept, they would be the next file's as well. */
const CIRCUS = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

/**
 * The worker's own realm in place of a `vm` context: what a spec sees as `Error` or `Array` is what the service and
 * Node.js have, and nothing of them is loaded anew for the next spec.
 */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = { restoreAllMocks() {}, clearMocksOnScope() {} };
  #own = {
    console,
    exit: process.exit,
    getBuiltinModule: process.getBuiltinModule,
  };

  getVmContext() {
    return null;
  }

  /** Undoes what Jest has done, between construction and this call, to a realm that it takes for a spec's own. */
  async setup() {
    const { exit, getBuiltinModule } = this.#own;
    Object.assign(process, { exit, getBuiltinModule });
    // Node's own source maps know the specs too, which are compiled in memory.
    Error.prepareStackTrace = undefined;
  }

  async teardown() {
    globalThis.console = this.#own.console;
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (CIRCUS.has(key.description)) delete globalThis[key];
  }
}
