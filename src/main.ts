import { runProgram } from './run-program.js';

await runProgram(process.env.PLATFORM_ROLE === 'web' ? 'web' : 'server');
