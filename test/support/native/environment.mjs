/** Where jest-circus stores the tests and event handlers of a file; they must not leak into the next file. */
const CIRCUS = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

/**
 * Uses the worker's own realm in place of a `vm` context: `Error` and `Array` are the same for specs, service
 * and Node.js, and modules are not loaded again for the next spec.
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

  /**
   * Undoes what Jest has done, between the constructor and this call, to a realm that it assumes to belong to
   * one spec.
   */
  async setup() {
    const { exit, getBuiltinModule } = this.#own;
    Object.assign(process, { exit, getBuiltinModule });
    // Node's own source maps also cover the specs, which are compiled in memory.
    Error.prepareStackTrace = undefined;
  }

  async handleTestEvent({ name, test }) {
    const { borderPassed, DAY_MS } = await import(new URL('../clock.ts', import.meta.url));
    const { takeLoggedErrors } = await import(new URL('../logged-errors.ts', import.meta.url));
    // No test begins shortly before midnight (UTC): no spec does either, but one may be long.
    if (name === 'test_start') await borderPassed(DAY_MS);
    // What the spec before has left.
    if (name === 'run_start') takeLoggedErrors();
    if (name !== 'test_done') return;
    // An answer of 500 or 503 does not say why, so a test that has failed also shows what was logged.
    const logged = takeLoggedErrors();
    if (test.errors.length && logged.length) {
      const error = new Error();
      error.stack = `The service has logged:\n${logged.join('')}`;
      test.errors.push(error);
    }
  }

  async teardown() {
    globalThis.console = this.#own.console;
    for (const key of Object.getOwnPropertySymbols(globalThis)) if (CIRCUS.has(key.description)) delete globalThis[key];
  }
}
