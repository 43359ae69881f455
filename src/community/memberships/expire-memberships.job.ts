import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { MembershipRepository } from './membership.repository.js';
import { TellOfMembership } from './tell-of-membership.js';

const BATCH = 200;

/** Marks those that were not renewed in time; from its end on, whoever asks is told of none anyway. */
@Injectable()
export class ExpireMemberships extends Job {
  readonly name = 'community.expire-memberships';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly memberships: MembershipRepository,
    private readonly tell: TellOfMembership,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.expire())) === BATCH);
  }

  private async expire(): Promise<number> {
    const expired = await this.memberships.expire(BATCH);
    for (const membership of expired) this.tell.changed(membership);
    return expired.length;
  }
}
