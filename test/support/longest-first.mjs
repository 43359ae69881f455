import Sequencer from '@jest/test-sequencer';

/**
 * These specs start whole processes, so they take longest; started last, one of them would leave the other
 * core idle.
 */
const LONG = /(process|embedded-postgres|cli|jobs)\.spec\.ts$/;

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const known = super.sort(tests);
    return [...known].sort((a, b) => Number(LONG.test(b.path)) - Number(LONG.test(a.path)));
  }
}
