import { parseArgs } from 'node:util';
import { openGenerator } from './generators.mjs';
import { processorTime } from './processor-time.mjs';
import { roundLine, summary, table } from './report.mjs';
import { loadScenarios } from './scenarios.mjs';
import { startSides } from './sides.mjs';
import { SIZES } from './sizes.mjs';

const CONNECTIONS = 32;

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
  const { seconds, rounds, only, warmUp, sizes } = options();
  const scenarios = await loadScenarios(only);
  const sides = await startSides(undo, scenarios.some((scenario) => scenario.network) && sizes.network);
  const generator = openGenerator(undo);
  console.log(`\n${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, load by ${generator.name}\n`);
  const results = [];
  for (const scenario of scenarios) {
    if (scenario.figures) {
      const load = (job) => generator.load({ connections: CONNECTIONS, seconds, ...job });
      results.push(await scenario.figures({ ...sides, sizes, load, seconds, rounds, warmUp }));
      continue;
    }
    const prepared = await scenario.prepare?.(sides.here, sides.environment, sizes);
    const request = { path: scenario.path, connections: CONNECTIONS, ...prepared };
    await expectSameAnswer(request, sides, scenario.comparable);
    const measure = async (side, length, more) => {
      const { port, pid } = sides[side];
      const posts = request.posts?.();
      const before = processorTime(pid);
      const figures = await generator.load({ ...request, port, seconds: length, posts, ...more });
      return { ...figures, processor: (processorTime(pid) - before) / figures.requests };
    };
    const taken = await compare(scenario.name, measure, { rounds, seconds, warmUp });
    const alone = scenario.alone && warmUp && (await measure('here', seconds, { connections: 1 }));
    const asked = `${request.posts?.()[0].body === undefined ? 'GET' : 'POST'} ${scenario.path}`;
    results.push(summary(scenario.name, asked, taken, alone));
  }
  console.log(`\n${table(results)}\n`);
  console.log(`${scenarios.length} scenarios in ${Math.round((Date.now() - begun) / 1000)} s`);
}

function options() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true },
      large: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  const { quick, large, only } = values;
  if (quick && large) throw new Error('--quick and --large exclude each other');
  values.seconds ??= quick ? '1' : '4';
  values.rounds ??= quick ? '1' : '5';
  const positive = (name) => {
    if (Number(values[name]) > 0) return Number(values[name]);
    throw new Error(`--${name} is ${values[name]}, accepted is a number above 0`);
  };
  const sizes = SIZES[quick ? 'quick' : large ? 'large' : 'usual'];
  return { seconds: positive('seconds'), rounds: positive('rounds'), only, warmUp: !quick, sizes };
}

/** Turn by turn, each side first every other time: what else the machine does then hits both alike. */
async function compare(name, measure, { rounds, seconds, warmUp }) {
  // Ours runs through more code, which V8 makes fast only after some thousands of requests.
  for (const side of warmUp ? ['here', 'bare'] : []) await measure(side, 2 * seconds);
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
async function expectSameAnswer({ path, headers, posts }, sides, comparable = (answer) => answer) {
  const first = posts?.()[0];
  const method = first?.body === undefined ? 'GET' : 'POST';
  const asked = { path, headers, method, redirect: 'manual', ...first };
  const answers = {};
  for (const side of ['here', 'bare']) {
    const response = await fetch(sides[side].base + asked.path, asked);
    const location = response.headers.get('location') ?? '';
    answers[side] = `${response.status} ${location}${comparable(await response.text())}`;
  }
  if (answers.here === answers.bare && /^(20[01]|302) /.test(answers.here)) return;
  throw new Error(`${asked.path} is answered\n  here with ${answers.here}\n  by bare Express with ${answers.bare}`);
}
