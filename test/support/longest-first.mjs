import Sequencer from '@jest/test-sequencer';
import { fileURLToPath } from 'node:url';
import config from '../../jest.config.mjs';
import { lastFigures } from './figures.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));
/** Specs that start browsers or whole processes: one of them alone keeps more than one processor busy. */
const HEAVY =
  /(process|embedded-postgres|cli|exhaustion|killed|outage|browser|seed|stalled.*|guesses.*|migrate)\.spec\.ts$/;
const MOST_HEAVY = 2;
/** Specs that wait for time limits or fill tables. Before the first run nothing else is known of them. */
const LONG = /(jobs|slow.*|large.*|plans|expressions|same-.*|contract\/(apps|rest))\.spec\.ts$/;
/** Guesses for specs that have not run yet. */
const LONG_MS = 60_000;
const SHORT_MS = 5_000;

/**
 * The longest specs first: started last, one of them would leave the other core idle. Heavy ones are spread over the run,
 * so that at most two of them run at the same time: with four, a command that takes a second takes half a minute.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const known = lastFigures();
    const waiting = super.sort(tests).map((test) => {
      const isHeavy = HEAVY.test(test.path);
      const guess = isHeavy || LONG.test(test.path) ? LONG_MS : SHORT_MS;
      return { test, isHeavy, wallMs: known[test.path.replace(project, '')]?.wallMs ?? guess };
    });
    return planned(waiting.sort((a, b) => b.wallMs - a.wallMs)).map(({ test }) => test);
  }
}

/** The order in which the workers take the specs, if each spec takes as long as is known. */
function planned(waiting) {
  const busy = Array.from({ length: config.maxWorkers }, () => ({ until: 0, isHeavy: false }));
  const order = [];
  while (waiting.length) {
    const worker = busy.reduce((first, other) => (other.until < first.until ? other : first));
    const heavy = busy.filter(({ until, isHeavy }) => isHeavy && until > worker.until).length;
    const at = heavy < MOST_HEAVY ? 0 : waiting.findIndex(({ isHeavy }) => !isHeavy);
    const [next] = waiting.splice(Math.max(at, 0), 1);
    order.push(next);
    worker.until += next.wallMs;
    worker.isHeavy = next.isHeavy;
  }
  return order;
}
