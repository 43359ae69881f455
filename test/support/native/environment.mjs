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

  /**
   * No test begins shortly before midnight (UTC): no spec does either, but one may be long. A test that has failed also
   * shows the errors that its services have logged, because an answer of 500 or 503 does not say why.
   */
  async handleTestEvent({ name, test }) {
    if (name !== 'test_start' && name !== 'test_done') return;
    const { borderPassed, DAY_MS } = await import(new URL('../clock.ts', import.meta.url));
    const { loggedErrors } = await import(new URL('../logged-errors.ts', import.meta.url));
    if (name === 'test_start') {
      await borderPassed(DAY_MS);
      loggedErrors.length = 0;
    } else if (test.errors.length && loggedErrors.length) {
      const error = new Error();
      error.stack = `The service has logged:\n${loggedErrors.join('')}`;
      test.errors.push(error);
    }
  }

  async teardown() {
    globalThis.console = this.#own.console;
    for (const key of Object.getOwnPropertySymbols(globalThis)) if (CIRCUS.has(key.description)) delete globalThis[key];
  }
}
