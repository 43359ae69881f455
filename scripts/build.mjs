import { buildConsole } from './console-page.mjs';
import { build, install, requireNode } from './prepare.mjs';

requireNode();
await install();
const isServerAlone = process.argv[2] === 'server';
const [, isConsoleBuilt] = await Promise.all([
  build({ evenIfFresh: true }),
  isServerAlone || buildConsole({ evenIfFresh: true }),
]);
if (!isConsoleBuilt) process.exitCode = 1;
