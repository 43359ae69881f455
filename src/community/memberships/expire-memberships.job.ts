import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { BatchJob } from '../../jobs/batch.job.js';
import { MembershipRepository } from './membership.repository.js';
import { MembershipUpdated } from './memberships.events.js';

const BATCH = 200;

/** Marks tier memberships that were not renewed. Reads check `expires_at` themselves and do not wait for this job. */
@Injectable()
export class ExpireMembershipsJob extends BatchJob {
  readonly name = 'community.expire-memberships';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly memberships: MembershipRepository,
    private readonly events: EventsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const expired = await this.memberships.expireDue(BATCH);
    for (const membership of expired) this.events.announce(MembershipUpdated, membership, membership.user_id);
    return expired.length === BATCH;
  }
}
