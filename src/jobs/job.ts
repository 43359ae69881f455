/**
 * Work of the queue. The job is a row written in the caller's transaction, and runs at least once, in any
 * process that runs jobs. So `run` must be safe to repeat.
 */
export abstract class Job<Data extends object = object> {
  /** Unique in the whole product: `area.what-it-does`. */
  abstract readonly name: string;
  /** A cron expression (UTC), for periodic work. */
  readonly every?: string;
  /** How often a failed run is retried, with growing pauses, before the job counts as failed. */
  readonly retryLimit: number = 12;

  /** How many of these jobs one process runs at once. */
  readonly atOnce: number = 5;

  abstract run(data: Data, id: string): Promise<void>;
}
