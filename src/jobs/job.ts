/**
 * Work that must happen: a row written in the caller's transaction, run at least once, by whichever process is
 * free. So `run` is written to do no harm when it is run twice.
 */
export abstract class Job<Data extends object = object> {
  /** Of the whole product: `area.what-it-does`. */
  abstract readonly name: string;
  /** A cron expression (UTC), for work that comes back by itself. */
  readonly every?: string;
  /** How long a failed run is tried again, with growing pauses, before it counts as failed. */
  readonly retryLimit: number = 12;

  abstract run(data: Data, id: string): Promise<void>;
}
