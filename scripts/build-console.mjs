import { buildConsole } from './console-page.mjs';

// By an orderly exit, so that what it has started ends too.
process.on('SIGTERM', () => process.exit(143));
if (!(await buildConsole())) process.exitCode = 1;
