/** The clock by which the process counts pauses stands still while the work runs, and moves on as it says. */
export async function standingClock<T>(work: (pass: (ms: number) => void) => Promise<T>): Promise<T> {
  let now = performance.now();
  performance.now = () => now;
  try {
    return await work((ms) => void (now += ms));
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
}

/** Milliseconds that the work takes by itself: a busy machine holds up some of its runs, and never all. */
export function quickest(enough: number, work: () => unknown): number {
  let least = Infinity;
  for (let run = 0; run < 10 && least >= enough; run++) {
    const begun = performance.now();
    work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}
