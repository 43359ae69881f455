import { Injectable } from '@nestjs/common';
import { defineEvent } from '../../events/define-event.js';
import { EventsService } from '../../events/events.service.js';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { notify } from '../../notifications/notification.effects.js';
import type { Caller } from '../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import type { PageQuery } from '../../platform/database/page.js';
import { notFound } from '../../platform/http/refusal.js';
import type { JobOffer } from '../listing.entity.js';
import { type JobDetails, JobOfferRepository } from './job-offer.repository.js';
import { type JobAnswer, type JobInput, type JobsAnswer, LONGEST } from './jobs.dto.js';

const FIELDS = ['title', 'status', 'location', 'description'] as const;

const JobCreated = defineEvent<{ job_id: string }>('job.created', { data: (fact) => fact });

interface UpdatedJob {
  /** The row before the change. */
  job: JobOffer;
  before: Partial<JobDetails>;
  after: Partial<JobDetails>;
}

/** The poster's notification does not name the admin. */
const JobUpdated = defineEvent<UpdatedJob>('admin.job_updated', {
  data: ({ job: { id, user_id }, before, after }) => ({ job_id: id, user_id, before, after }),
  staff: true,
  effects: ({ job: { id, user_id, title }, after }) => [
    after.status &&
      notify({
        user_id,
        actor_id: null,
        type: 'job_reviewed',
        about: { kind: 'job', id },
        data: { title: after.title ?? title, status: after.status },
      }),
  ],
});

@Injectable()
export class JobOffersService {
  constructor(
    private readonly jobOffers: JobOfferRepository,
    private readonly wordFilter: WordFilterService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** Other users see the job offer once an admin has approved it. */
  async create({ id, username }: Caller, given: JobInput): Promise<JobAnswer> {
    const input = await this.cleanTexts(given);
    return this.database.transaction(async () => {
      const { user_id, ...job } = await this.jobOffers.insert({ user_id: id, ...input });
      this.events.announce(JobCreated, { job_id: job.id }, user_id);
      return asAnswer({ job: { ...job, poster: { id, username } } });
    });
  }

  async listVisible(userId: string, query: PageQuery): Promise<JobsAnswer> {
    const { rows, next_cursor } = await this.jobOffers.listVisible(userId, query);
    return { jobs: rows, next_cursor };
  }

  async listForReview(status: string | undefined, cursor: string | undefined) {
    const { rows, next_cursor } = await this.jobOffers.listForReview(status, cursor);
    return { jobs: rows, next_cursor };
  }

  async findForReview(id: string) {
    const job = await this.jobOffers.findForReview(id);
    if (!job) throw notFound('Job');
    return job;
  }

  /** Admins may change every field, and set every status. */
  async edit(id: string, given: Partial<JobDetails>, adminId: string): Promise<JobOffer> {
    const wanted = await this.cleanTexts(given);
    return this.database.transaction(async () => {
      const before = await this.jobOffers.the({ id }, 'Job', { lock: 'no key update' });
      const fields = FIELDS.filter((field) => wanted[field] !== undefined && wanted[field] !== before[field]);
      if (!fields.length) return before;
      const change = { ...pick(wanted, fields), updated_at: NOW };
      const after = (await this.jobOffers.updateOne({ id }, change)) as JobOffer;
      this.events.announce(
        JobUpdated,
        { job: before, before: pick(before, fields), after: pick(after, fields) },
        adminId,
      );
      return after;
    });
  }

  /** Applies the word filter to the given texts; absent fields stay absent. */
  private async cleanTexts<Given extends Partial<JobInput>>(given: Given): Promise<Given> {
    const cleaned: Given = { ...given };
    for (const field of ['title', 'location', 'description'] as const) {
      const text = given[field];
      if (text) cleaned[field] = await this.wordFilter.clean(text, LONGEST[field]);
    }
    return cleaned;
  }
}

const pick = (from: Partial<JobDetails>, fields: readonly (keyof JobDetails)[]): Partial<JobDetails> =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));
