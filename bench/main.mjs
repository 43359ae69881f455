import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { openGenerator } from './generators.mjs';
import { ask } from './network/database.mjs';
import { databaseTime, processorTime } from './processor-time.mjs';
import { roundLine, summary, table } from './report.mjs';
import { loadScenarios } from './scenarios.mjs';
import { startSides } from './sides.mjs';
import { SIZES } from './sizes.mjs';
import { supplyOf } from './supply.mjs';

const CONNECTIONS = 32;
/** More than either side answers: a list of requests must not end before its measurement. */
const MOST_PER_SECOND = 5_000;

/** Undone in reverse, however the run ends. */
const undo = [];
let undone;
const leave = () => (undone ??= undoAll());

async function undoAll() {
  for (const step of undo.reverse()) await step();
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void leave().then(() => process.exit(1)));
}

try {
  await bench();
} catch (error) {
  if (!undone) console.error(error.message);
  process.exitCode = 1;
} finally {
  await leave();
}

async function bench() {
  const begun = Date.now();
  const { only, node, ...settings } = options();
  const { seconds, rounds, sizes } = settings;
  const version = versionOf(node);
  const scenarios = await loadScenarios(only);
  const network = scenarios.some((scenario) => scenario.network) && sizes.network;
  const sides = await startSides(undo, { network, node });
  const generator = openGenerator(undo);
  const load = `${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, load by ${generator.name}`;
  console.log(`\n${load}, both sides on Node.js ${version}\n`);
  const results = [];
  for (const scenario of scenarios) {
    const measure = scenario.figures ? ownFigures : besideBare;
    results.push(await measure(scenario, { ...settings, sides, generator }));
  }
  console.log(`\n${table(results)}\n`);
  console.log(`${scenarios.length} scenarios in ${Math.round((Date.now() - begun) / 1000)} s`);
}

function ownFigures(scenario, { sides, generator, ...settings }) {
  const load = (job) => generator.load({ connections: CONNECTIONS, seconds: settings.seconds, ...job });
  return scenario.figures({ ...sides, ...settings, load });
}

async function besideBare(scenario, { sides, generator, seconds, rounds, warmUp, sizes }) {
  const prepared = await scenario.prepare?.(sides.here, sides.environment, sizes);
  const request = { path: scenario.path, connections: CONNECTIONS, ...prepared };
  const supply = request.posts && supplyOf(request.posts);
  const first = supply?.next(1)[0];
  await expectSameAnswer({ ...request, ...first }, sides, scenario.comparable);
  supply?.takeOut(1);
  const measure = async (side, length, more) => {
    const { port, pid } = sides[side];
    const posts = supply?.next(Math.ceil(MOST_PER_SECOND * length));
    const before = [processorTime(pid), databaseTime(sides.environment.DATA_DIR)];
    const figures = await generator.load({ ...request, port, seconds: length, posts, ...more });
    supply?.takeOut(figures.requests);
    const after = [processorTime(pid), databaseTime(sides.environment.DATA_DIR)];
    const [processor, database] = after.map((time, at) => (time - before[at]) / figures.requests);
    return { ...figures, processor, database, both: processor + database };
  };
  if (warmUp) await warm(measure, seconds, sides.environment);
  const taken = await compare(scenario.name, measure, { rounds, seconds });
  const alone = scenario.alone && warmUp && (await measure('here', seconds, { connections: 1 }));
  return summary(scenario.name, `${methodOf(first)} ${scenario.path}`, taken, alone);
}

function methodOf(request) {
  return request?.body === undefined ? 'GET' : 'POST';
}

function options() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true },
      large: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      node: { type: 'string', default: process.execPath },
    },
  });
  const { quick, large, only, node } = values;
  if (quick && large) throw new Error('--quick and --large exclude each other');
  values.seconds ??= quick ? '1' : '4';
  values.rounds ??= quick ? '1' : '5';
  const positive = (name) => {
    if (Number(values[name]) > 0) return Number(values[name]);
    throw new Error(`--${name} is ${values[name]}, accepted is a number above 0`);
  };
  const sizes = SIZES[quick ? 'quick' : large ? 'large' : 'usual'];
  return { seconds: positive('seconds'), rounds: positive('rounds'), only, node, warmUp: !quick, sizes };
}

function versionOf(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return stdout.trim().slice(1);
  throw new Error(`--node is ${node}, accepted is the path of a Node.js binary`);
}

/**
 * The service runs through more code, which V8 makes fast only after some thousands of requests. And connections keep
 * the plans of a table that was nearly empty until PostgreSQL has analysed it, which it does within a minute. Before its
 * first VACUUM, PostgreSQL reads the table for each entry of an index, and the automatic one begins in the middle of a
 * measurement.
 */
async function warm(measure, seconds, environment) {
  // Also before: with plans for the empty tables of the start, requests take so long that the load gives up.
  await ask(environment, 'ANALYZE');
  for (const side of ['here', 'bare']) await measure(side, 2 * seconds);
  await ask(environment, 'VACUUM ANALYZE');
}

/** Turn by turn, each side first every other time: what else the machine does then hits both alike. */
async function compare(name, measure, { rounds, seconds }) {
  const taken = [];
  for (let round = 1; round <= rounds; round++) {
    const figures = {};
    for (const side of round % 2 ? ['here', 'bare'] : ['bare', 'here']) figures[side] = await measure(side, seconds);
    taken.push(figures);
    console.log(roundLine(name, round, figures));
  }
  return taken;
}

/** A comparison with a server that answers something else would compare nothing. */
async function expectSameAnswer({ path, headers, body }, sides, comparable = (answer) => answer) {
  const asked = { headers, body, method: methodOf({ body }), redirect: 'manual' };
  const answers = {};
  for (const side of ['here', 'bare']) {
    const response = await fetch(sides[side].base + path, asked);
    const location = response.headers.get('location') ?? '';
    answers[side] = `${response.status} ${location}${comparable(await response.text())}`;
  }
  if (answers.here === answers.bare && /^(20[01]|302) /.test(answers.here)) return;
  throw new Error(`${path} is answered\n  here with ${answers.here}\n  by bare Express with ${answers.bare}`);
}
