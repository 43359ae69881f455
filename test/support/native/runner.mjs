import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';

register('./typescript.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

const dist = new URL('../../../dist/', import.meta.url);
await import(new URL('app.module.js', dist));
const { schemas } = await import(new URL('platform/database/schema.js', dist));
const { eventTypes } = await import(new URL('realtime/event-type.js', dist));
/** What the service is made of registers itself when it is imported; beyond these it is a spec's own. */
const registries = [schemas, eventTypes].map((registry) => ({ registry, keys: new Set(registry.keys()) }));

let turn = 0;

/**
 * jest-circus as it comes, but on Node's own modules instead of Jest's: the service and its packages, a thousand
 * modules, are then loaded once in a worker and not once for every spec.
 */
export default function run(globalConfig, config, environment, _runtime, path, send) {
  const require = createRequire(import.meta.url);
  const runtime = {
    // It registers itself while it is evaluated, so every file has one of its own.
    requireInternalModule: (initializer) => {
      delete require.cache[initializer];
      return require(initializer);
    },
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(`${pathToFileURL(file).href}?${++turn}`),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  return circus.default(globalConfig, config, environment, runtime, path, send).finally(forgetOwn);
}

function forgetOwn() {
  for (const { registry, keys } of registries)
    for (const key of registry.keys()) if (!keys.has(key)) registry.delete(key);
}
