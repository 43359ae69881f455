import { buildConsole } from './console-page.mjs';
import { build, install, requireNode, tool } from './prepare.mjs';

requireNode();
await install();
const [, isConsoleBuilt] = await Promise.all([build(), buildConsole()]);
if (!isConsoleBuilt) process.exit(1);
process.exitCode = await tool('jest/bin/jest.js', process.argv.slice(2));
