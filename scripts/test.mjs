import { changedSpecs } from './changed-tests.mjs';
import { buildConsole } from './console-page.mjs';
import { build, install, requireNode, say, tool } from './prepare.mjs';

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
else process.exitCode = await tool('jest/bin/jest.js', [...args, ...(specs ? ['--runTestsByPath', ...specs] : [])]);
