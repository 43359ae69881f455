import Sequencer from '@jest/test-sequencer';
import { fileURLToPath } from 'node:url';
import { lastFigures } from './figures.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));
/** Specs that start whole processes, wait for time limits or fill tables. Before the first run nothing else is known. */
const LONG =
  /(process|embedded-postgres|cli|jobs|exhaustion|killed|outage|browser|seed|slow.*|stalled.*|guesses.*|large.*|plans|migrate|expressions|same-.*|contract\/(apps|rest))\.spec\.ts$/;

/** The longest specs first: started last, one of them would leave the other core idle. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const known = lastFigures();
    const wall = ({ path }) => known[path.replace(project, '')]?.wallMs ?? (LONG.test(path) ? 60_000 : 0);
    return [...super.sort(tests)].sort((a, b) => wall(b) - wall(a));
  }
}
