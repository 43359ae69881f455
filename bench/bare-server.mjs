import { readFileSync } from 'node:fs';
import { bareExpress } from './bare-express.mjs';
import { loadScenarios } from './scenarios.mjs';

/** The bare side of the benchmark, as a process of its own. */
const { PORT, DATABASE_URL, DATABASE_POOL, JWT_SECRET, SHARED_FILE } = process.env;

const { app } = bareExpress({
  databaseUrl: DATABASE_URL,
  poolSize: Number(DATABASE_POOL),
  jwtSecret: JWT_SECRET,
  ...JSON.parse(readFileSync(SHARED_FILE, 'utf8')),
  base: `http://localhost:${PORT}`,
  scenarios: await loadScenarios(),
});
app.listen(Number(PORT), '127.0.0.1');

// The process that started this one has ended.
process.on('disconnect', () => process.exit());
