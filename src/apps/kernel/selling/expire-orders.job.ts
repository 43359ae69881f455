import { Job } from '../../../jobs/job.js';

/** Ends the orders that nobody has paid in time, of things that nobody looks at. An app provides the name and its holds. */
export abstract class ExpireOrdersJob extends Job {
  override readonly every = '*/5 * * * *';
  protected abstract readonly holds: { releaseAll(): Promise<void> };

  run(): Promise<void> {
    return this.holds.releaseAll();
  }
}
