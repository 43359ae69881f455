import { runProgram } from './run-program.js';

await runProgram('jobs');
