import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import hooks from 'node:async_hooks';

register('./typescript.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

const dist = new URL('../../../dist/', import.meta.url);
await import(new URL('app.module.js', dist));
const { borderPassed, DAY_MS } = await import(new URL('../clock.ts', import.meta.url));
const { measured } = await import(new URL('../measure.ts', import.meta.url));
const { endLeases } = await import(new URL('../lease.ts', import.meta.url));
const { eventTypes } = await import(new URL('realtime/event-type.js', dist));
/**
 * The parts of the service register themselves when they are imported; additional entries belong to a spec.
 */
const registries = [eventTypes].map((registry) => ({ registry, keys: new Set(registry.keys()) }));

/** The last message of jest-worker to its process, which the warm service would keep alive. */
const END = 2;
process.on('message', ([kind]) => kind === END && process.exit());
/** For specs that run in the process of Jest itself. */
globalThis.endLeases = endLeases;

/** Hardly any spec takes longer, also on a busy machine. */
const SPEC_MS = 180_000;

let turn = 0;

/**
 * Runs jest-circus with Node's own module loader in place of Jest's: the thousand modules of the service and
 * its packages are then loaded once per worker and not once per spec.
 */
export default async function run(globalConfig, config, environment, _runtime, path, send) {
  // Before the spec is loaded, which may name today.
  await borderPassed(DAY_MS, SPEC_MS);
  const require = createRequire(import.meta.url);
  const runtime = {
    // jest-circus registers itself while it is evaluated, so every file needs its own copy.
    requireInternalModule: (initializer) => {
      delete require.cache[initializer];
      return withStoragesOf(() => require(initializer));
    },
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(`${pathToFileURL(file).href}?${++turn}`),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  return measured(path, () => circus.default(globalConfig, config, environment, runtime, path, send)).finally(
    forgetOwn,
  );
}

/** Each copy of jest-circus opens an AsyncLocalStorage, which every promise of the process would then carry. */
const storages = [];

function withStoragesOf(load) {
  const { AsyncLocalStorage } = hooks;
  // Node.js 24 has a getter in this place.
  const property = Object.getOwnPropertyDescriptor(hooks, 'AsyncLocalStorage');
  const value = class extends AsyncLocalStorage {
    constructor() {
      super();
      storages.push(this);
    }
  };
  Object.defineProperty(hooks, 'AsyncLocalStorage', { value, configurable: true, enumerable: true, writable: true });
  try {
    return load();
  } finally {
    Object.defineProperty(hooks, 'AsyncLocalStorage', property);
  }
}

function forgetOwn() {
  for (const storage of storages.splice(0)) storage.disable();
  for (const { registry, keys } of registries)
    for (const key of registry.keys()) if (!keys.has(key)) registry.delete(key);
}
