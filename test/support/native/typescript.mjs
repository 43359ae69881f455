import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const project = new URL('../../..', import.meta.url);
const SOURCES = new URL('src/', project).href;
const BUILT = new URL('dist/', project).href;
const SUPPORT = new URL('test/support/', project).href;
const configFile = fileURLToPath(new URL('.swcrc', project));

/**
 * Redirects imports of sources to the built code, which is what is shipped. The service, its packages and
 * `test/support/` are shared by all specs of a worker; other imports of a spec are loaded per spec, like the
 * spec itself.
 */
export async function resolve(specifier, context, next) {
  const { parentURL } = context;
  if (!/\.ts(\?|$)/.test(parentURL) || !/^[./]/.test(specifier)) return next(specifier, context);
  const found = await next(specifier.replace(/\.js$/, '.ts'), context);
  if (found.url.startsWith(SOURCES)) return next(found.url.replace(SOURCES, BUILT).replace(/\.ts$/, '.js'), context);
  if (!found.url.endsWith('.ts') || found.url.startsWith(SUPPORT)) return found;
  return { ...found, url: found.url + new URL(parentURL).search };
}

/** Specs and shared test code are compiled like the service, by `.swcrc`. */
export async function load(url, context, next) {
  if (!/\.ts(\?|$)/.test(url)) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), { configFile, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
