import { runCommand } from './commands.js';
import { print, run } from './platform/process/run.js';

await run(async () => {
  const { ok, text } = await runCommand(process.argv.slice(2), process.env);
  await print(text);
  process.exit(ok ? 0 : 1);
});
