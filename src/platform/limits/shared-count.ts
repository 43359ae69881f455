import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterClusterMaster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** A primary that does not answer delays requests once by this time; then it is not asked for a while. */
const ANSWER_MS = 1_000;
const ALONE_MS = 10_000;

/** Runs in the primary process before its workers start: it counts for all of them. */
export const countForWorkers = () => void new RateLimiterClusterMaster();

/** True in a web or jobs process that a primary process has started. */
export const hasPrimary = () => cluster.isWorker && process.connected;

/**
 * A counter shared by all worker processes of this machine. It is in the memory of their primary process,
 * which they ask over IPC. When the primary does not answer in time, this process counts alone: the limit is
 * then looser, and no request waits.
 */
export class SharedCount extends RateLimiterMemory {
  private readonly shared: RateLimiterCluster;
  private aloneUntil = 0;

  constructor(options: { keyPrefix: string; points: number; duration: number }) {
    super(options);
    // The library's time-out would also fire when this process is busy and the answer waits to be read.
    this.shared = new RateLimiterCluster({ ...options, timeoutMs: ANSWER_MS * 10 });
  }

  override async consume(key: string): Promise<RateLimiterRes> {
    if (performance.now() < this.aloneUntil || !hasPrimary()) return super.consume(key);
    const counted = await inTime(this.shared.consume(key).catch((refused: unknown) => refused));
    if (!(counted instanceof RateLimiterRes)) {
      this.aloneUntil = performance.now() + ALONE_MS;
      return super.consume(key);
    }
    if (counted.consumedPoints > this.points) throw counted;
    return counted;
  }
}

/** Undefined after the time-out, once all messages that had arrived by then were read. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => setImmediate(() => resolve(undefined)), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
