import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** Waits while the end of the hour, the day or another period of UTC is near, so that it does not end during a test. */
export async function borderPassed(periodMs: number, nearMs = 20_000): Promise<void> {
  const left = periodMs - (Date.now() % periodMs);
  if (left < nearMs) await sleep(left);
}

/** Stops the clock that rate limits and connections use; `pass` advances it. */
export async function standingClock<T>(work: (pass: (ms: number) => void) => Promise<T>): Promise<T> {
  let now = performance.now();
  performance.now = () => now;
  try {
    return await work((ms) => void (now += ms));
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
}

/** The clock of this process is wrong by so much. That of the database is right. */
export async function wrongClock<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(given: number | string = Right.now() + ms, ...more: number[]) {
      super(...([given, ...more] as [number]));
    }

    static override now(): number {
      return Right.now() + ms;
    }
  } as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = Right;
  }
}

/**
 * The shortest duration, in milliseconds, of several runs: a busy machine delays some of them, but never all.
 */
export function quickest(enough: number, work: () => unknown): number {
  let least = Infinity;
  for (let run = 0; run < 10 && least >= enough; run++) {
    const begun = performance.now();
    work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

const SCHEDULER = '/proc/thread-self/schedstat';
const countsThreads = existsSync(SCHEDULER);

/**
 * The processor time of this thread in milliseconds, or of all threads where the system does not count
 * threads. Unlike a clock it does not advance while a busy machine runs other processes.
 */
export function threadTime(): number {
  if (countsThreads) return Number(readFileSync(SCHEDULER, 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/**
 * The smallest processor time, in milliseconds, of up to three runs; it stops when one run is fast enough.
 */
export async function leastWork(enough: number, work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < 3 && least >= enough; run++) {
    const begun = threadTime();
    await work();
    least = Math.min(least, threadTime() - begun);
  }
  return least;
}

/**
 * The most processor time, in milliseconds, that this thread takes from one turn of a timer to the next while the work runs: so
 * long it holds up all else. 0 where the system does not count threads.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isDone = !countsThreads;
  let longest = 0;
  const watch = async () => {
    for (let begun = threadTime(); !isDone; begun = threadTime()) {
      await sleep(1);
      longest = Math.max(longest, threadTime() - begun);
    }
  };
  await Promise.all([work().finally(() => (isDone = true)), watch()]);
  return longest;
}

/**
 * The processor time, in milliseconds, of all ended processes that this one has started, and of theirs; 0 where
 * there is no /proc.
 */
export function childrenTime(): number {
  if (!countsThreads) return 0;
  const [, user, system] = /\) (?:\S+ ){13}(\d+) (\d+)/.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
  return (Number(user) + Number(system)) * 10;
}
