import { CensorThread } from '../../src/moderation/word-filter/censor-thread.js';
import { standingClock } from '../support/clock.js';
import { eventually } from '../support/service.js';

const threads: CensorThread[] = [];
afterEach(() => Promise.all(threads.splice(0).map((one) => one.stop())));

function thread(patterns: string[], patienceMs?: number) {
  const reports: [string, string[]][] = [];
  const censors = patterns.map((pattern, index) => ({ id: `c${index}`, pattern, replacement: '*' }));
  const made = new CensorThread(censors, (what, ids) => ids.length && reports.push([what, ids]), patienceMs);
  threads.push(made);
  return { made, reports };
}

/** Each of these patterns uses up its time of two seconds. */
const HEAVY = ['bad.*word|bad', 'bad.*name|bad', 'bad.*thing|bad'];
const HEAVY_TEXT = 'bad '.repeat(12_500);
const UNAVAILABLE = { status: 503, message: 'Service unavailable' };

describe('a thread of censors', () => {
  it('answers the texts in their order', async () => {
    const { made, reports } = thread(['bad', '(']);
    const texts = Array.from({ length: 50 }, (_, index) => made.clean(`bad ${index}`));
    expect(await Promise.all(texts)).toEqual(texts.map((_, index) => `* ${index}`));
    expect(reports).toEqual([[expect.stringMatching(/^is skipped/), ['c1']]]);
  });

  it('is terminated by a text that takes too long, rejects it, and goes on with the next', () =>
    // With a standing clock, the start of the next thread takes no time from the limit of a text.
    standingClock(async () => {
      const { made } = thread([...HEAVY, 'darn'], 1_500);
      await expect(made.clean(HEAVY_TEXT)).rejects.toMatchObject(UNAVAILABLE);
      expect(await made.clean('darn')).toBe('*');
    }));

  it('rejects texts that wait longer than the limit', async () => {
    const { made } = thread(HEAVY, 1_500);
    const texts = [HEAVY_TEXT, HEAVY_TEXT, ...Array<string>(50_000).fill('late')];
    const answers = await Promise.allSettled(texts.map((text) => made.clean(text)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(await made.clean('bad')).toBe('*');
  });

  it('accepts thousands of short texts at once, and a hundred long ones', () =>
    // With a standing clock no text waits too long in the queue, however slow the machine is.
    standingClock(async () => {
      const { made } = thread(['bad']);
      const short = Array.from({ length: 3_000 }, () => made.clean('bad'));
      expect(new Set(await Promise.all(short))).toEqual(new Set(['*']));
      const long = Array.from({ length: 101 }, () => made.clean('x'.repeat(50_000)));
      expect(() => made.clean('bad')).toThrow(expect.objectContaining(UNAVAILABLE));
      await Promise.all(long);
      expect(await made.clean('bad')).toBe('*');
    }));

  it('finishes the waiting texts when it is retired', async () => {
    const { made } = thread(['bad']);
    const waiting = [made.clean('bad'), made.clean('bad too')];
    made.retire();
    expect(await Promise.all(waiting)).toEqual(['*', '* too']);
  });

  it('rejects the waiting texts when it is stopped', async () => {
    const { made } = thread(['bad']);
    const waiting = [made.clean('bad'), made.clean('bad')].map((text) => text.catch((error) => error.status));
    await made.stop();
    expect(await Promise.all(waiting)).toEqual([503, 503]);
  });

  it('reports which censor took too long, without blocking the process', async () => {
    const { made, reports } = thread(HEAVY.slice(0, 1));
    let beats = 0;
    const heart = setInterval(() => beats++, 20);
    const begun = performance.now();
    const cleaned = await made.clean(HEAVY_TEXT);
    const took = performance.now() - begun;
    clearInterval(heart);
    expect(cleaned).not.toContain('bad');
    await eventually(() => Promise.resolve(expect(reports).toEqual([['takes too long with some texts', ['c0']]])));
    expect(took).toBeGreaterThan(1_500);
    // A blocked process would have one or two.
    expect(beats).toBeGreaterThan(10);
  });
});
