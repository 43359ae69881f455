import { Injectable } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { Database } from '../../../platform/database/database.js';
import { Regrading, type Regraded } from '../results/regrading.js';

const FIRST = '00000000-0000-0000-0000-000000000000';

/** What was finished is measured anew, in batches. Where it has been already, it stays. */
@Injectable()
export class Regrade extends Job<Regraded> {
  readonly name = 'quizzes.regrade';

  constructor(
    private readonly regrading: Regrading,
    private readonly database: Database,
  ) {
    super();
  }

  async run(regraded: Regraded): Promise<void> {
    let after: string | undefined = FIRST;
    while (after)
      after = await this.database.transaction(() => this.regrading.batch(regraded, after as string));
  }
}
