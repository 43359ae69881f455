import { parseArgs } from 'node:util';
import { DemonstrationRepository } from './account/operator/demonstration.repository.js';
import { PasswordHasher } from './account/passwords/password-hasher.js';
import { asOperator } from './operator.js';
import { readEnvironment } from './platform/config/environment.js';
import { StartRefusal } from './platform/config/start-refusal.js';
import { Database } from './platform/database/database.js';
import { print, run } from './platform/process/run.js';

const PASSWORD = 'demonstration';
const BATCH = 1_000;

/** Demonstration data of a chosen size; what is there already stays. */
await run(async () => {
  const { values } = parseArgs({ options: { users: { type: 'string', default: '1000' } } });
  const users = Number(values.users);
  if (!Number.isInteger(users) || users < 1 || users > 10_000_000) {
    throw new StartRefusal(`--users is ${values.users}, accepted is a whole number from 1 to 10000000`);
  }
  const config = readEnvironment(process.env);
  if (config.production) throw new StartRefusal('demonstration data does not belong in production');
  const added = await asOperator(config, async (app) => {
    const hash = await app.get(PasswordHasher).hash(PASSWORD);
    const people = app.get(DemonstrationRepository);
    let count = 0;
    for (let from = 1; from <= users; from += BATCH) {
      const to = Math.min(from + BATCH - 1, users);
      count += await app.get(Database).transaction(() => people.addUsers(from, to, hash));
      progress('accounts', to, users);
    }
    return count;
  });
  await print(`${added} accounts added, person1@demo.example to person${users}@demo.example`);
  await print(`password of each: ${PASSWORD}`);
  process.exit(0);
});

function progress(what: string, done: number, all: number): void {
  const width = 40;
  const filled = Math.round((done / all) * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${all} ${what}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${bar}${done === all ? '\n' : ''}`);
  else if (done === all) process.stderr.write(`${bar}\n`);
}
