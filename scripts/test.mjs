import { buildConsole } from './console-page.mjs';
import { build, install, requireNode, tool } from './prepare.mjs';

requireNode();
await install();
const [, isConsoleBuilt] = await Promise.all([build(), buildConsole()]);
if (!isConsoleBuilt) process.exit(1);
// Jest reads ES modules by an interface of Node's that is still called experimental; it says so for every file.
const nodeOptions = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
process.exitCode = await tool('jest/bin/jest.js', process.argv.slice(2), {
  NODE_OPTIONS: [process.env.NODE_OPTIONS, ...nodeOptions].filter(Boolean).join(' '),
});
