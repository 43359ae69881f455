import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Notifications } from '../../notifications/notifications.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import type { JobOffer } from './job-offer.entity.js';
import { type JobDetails, JobOfferRepository, type JobRow } from './job-offer.repository.js';
import { JobText } from './job-text.js';

const FIELDS = ['title', 'status', 'location', 'description'] as const;

@Injectable()
export class EditJob {
  constructor(
    private readonly jobs: JobOfferRepository,
    private readonly text: JobText,
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
  ) {}

  /** By staff: whatever of it, to whatever state. */
  async run(id: string, given: Partial<JobDetails>, adminId: string): Promise<JobRow> {
    const wanted = await this.text.clean(given);
    return this.database.transaction(async () => {
      const before = isUuid(id) ? await this.jobs.lock(id) : undefined;
      if (!before) throw notFound('Job');
      const fields = FIELDS.filter((field) => wanted[field] !== undefined && wanted[field] !== before[field]);
      if (!fields.length) return before;
      const after = await this.jobs.update(before.id, { ...before, ...pick(wanted, fields) });
      this.tell(before, pick(before, fields), pick(after, fields), adminId);
      return after;
    });
  }

  /** Who of the staff it was, the poster is not told. */
  private tell(
    { id, user_id, title }: JobOffer,
    before: Partial<JobDetails>,
    after: Partial<JobDetails>,
    adminId: string,
  ): void {
    const data = { job_id: id, user_id, before, after };
    this.outbox.record({ type: 'admin.job_updated', actor_id: adminId, staff: true, data });
    if (!after.status) return;
    const about = { kind: 'job', id };
    const said = { title: after.title ?? title, status: after.status };
    this.notifications.notify({ user_id, actor_id: null, type: 'job_reviewed', about, data: said });
  }
}

const pick = (from: Partial<JobDetails>, fields: readonly (keyof JobDetails)[]): Partial<JobDetails> =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));
