import { defineEvent } from '../../events/define-event.js';
import { notify } from '../../notifications/notification.effects.js';
import type { JobOffer } from './job-offer.entity.js';

export type JobDetails = Pick<JobOffer, 'title' | 'status' | 'location' | 'description'>;

export const JobCreated = defineEvent<{ job_id: string }>('job.created', { data: (job) => job });

/** The job as it was, and the fields that an admin changed. */
interface EditedJob {
  job: JobOffer;
  before: Partial<JobDetails>;
  after: Partial<JobDetails>;
}

/** The poster's notification does not name the admin. */
export const JobEdited = defineEvent<EditedJob>('admin.job_updated', {
  data: ({ job: { id, user_id }, before, after }) => ({ job_id: id, user_id, before, after }),
  staff: true,
  effects: ({ job: { id, user_id, title }, after: { title: newTitle = title, status } }) => [
    status &&
      notify({
        user_id,
        actor_id: null,
        type: 'job_reviewed',
        about: { kind: 'job', id },
        data: { title: newTitle, status },
      }),
  ],
});
