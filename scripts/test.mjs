import { changedSpecs } from './changed-tests.mjs';
import { buildConsole } from './console-page.mjs';
import { build, install, requireNode, run, say } from './prepare.mjs';

/** For the workers: a larger young generation halves the time of garbage collection. */
const MEMORY = '--max-semi-space-size=64';
const JEST = 'node_modules/jest/bin/jest.js';

requireNode();
await install();
const [, isConsoleBuilt] = await Promise.all([build(), buildConsole()]);
if (!isConsoleBuilt) process.exit(1);
// Jest has options that begin like this one.
const isChanged = (one) => /^--changed(=|$)/.test(one);
const args = process.argv.slice(2).filter((one) => !isChanged(one));
const changed = process.argv.find(isChanged);
const specs = changed && changedSpecs(changed.split('=')[1]);
if (specs?.length === 0) say('No spec is about what has changed');
else process.exitCode = await run([MEMORY, JEST, ...args, ...(specs ? ['--runTestsByPath', ...specs] : [])]);
