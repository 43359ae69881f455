import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

type Module = typeof import('./programs.js');
/** The parameters of the function that the bundle is (scripts/bundle.mjs). */
type Bundle = (
  exports: Partial<Module>,
  require: NodeJS.Require,
  directory: string,
  importOutside: (specifier: string) => Promise<unknown>,
) => void;

const BUNDLE = fileURLToPath(new URL('./bundle/programs.cjs', import.meta.url));
const COMPILED = `${BUNDLE}.compiled`;
/**
 * V8 collects garbage when the heap has grown by this part of what is in use. By itself it lets the heap grow to four
 * times of that under load. Node.js 24 moves more into the old generation: it collects more often even with the larger part.
 */
const HEAP_GROWTH = parseInt(process.versions.node) < 24 ? 40 : 70;
/** How V8 manages the memory of a process. Stored code is that of one set of options, so it is made with these. */
export const V8_OPTIONS = [
  `--heap-growing-percent=${HEAP_GROWTH}`,
  // The young generation stays as small as it is. By itself it doubles when much of it survives, and nearly all that a
  // start makes does: it would have 32 MiB and be nearly empty from then on.
  '--semi-space-growth-factor=1',
  // V8 puts what a place in the code makes into the old generation at once, if much of it survived before. Rows of PostgreSQL
  // are such objects while many requests wait, and from then on all texts in them wait for a collection of the whole heap.
  '--no-allocation-site-pretenuring',
];
/** After the start the young generation grows as V8 wants. */
const YOUNG_GENERATION_GROWS = '--semi-space-growth-factor=2';

/**
 * Runs a program from the bundle of the build, or from its single modules where there is no bundle. The bundle is one
 * script, because V8 can store the compiled code of a script, and Node.js 20 that of no ES module.
 */
export async function runProgram(name: keyof Module['programs']): Promise<void> {
  const { programs } = existsSync(BUNDLE) ? load().module : await import('./programs.js');
  await programs[name]();
  setFlagsFromString(YOUNG_GENERATION_GROWS);
}

/** The last step of the build: stores the compiled code of everything that runs while the modules are loaded. */
export async function compileBundle(): Promise<void> {
  const { script, module } = load();
  await module.loadAll();
  writeFileSync(COMPILED, script.createCachedData());
}

function load(): { script: Script; module: Module } {
  for (const option of V8_OPTIONS) setFlagsFromString(option);
  // The text is ASCII, so one byte a character is enough.
  const source = readFileSync(BUNDLE, 'latin1');
  // V8 does not use the code of another release or with other flags, and compiles then.
  const cachedData = existsSync(COMPILED) ? readFileSync(COMPILED) : undefined;
  const script = new Script(source, { filename: BUNDLE, cachedData });
  const module: Partial<Module> = {};
  const run = script.runInThisContext() as Bundle;
  run(module, createRequire(BUNDLE), dirname(BUNDLE), (specifier) => import(specifier));
  return { script, module: module as Module };
}
