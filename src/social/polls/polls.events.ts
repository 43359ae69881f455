import { IsInt } from 'class-validator';
import { defineEvent } from '../../events/define-event.js';
import { Uuid } from '../../platform/http/fields.js';
import { hint } from '../../realtime/event-type.js';
import type { PollOfPost } from './poll.repository.js';

/** Clients keep the highest version, because hints can arrive out of order. */
class PollUpdatedData {
  @Uuid() poll_id!: string;
  /** The votes for each option, in the order of the options. */
  @IsInt({ each: true }) counts!: number[];
  @IsInt() total!: number;
  @IsInt() version!: number;
}

export const POLL_UPDATED = hint('poll.updated', PollUpdatedData);

/** Does not hold the option, because the poll may be anonymous. */
export const PollVoted = defineEvent<PollOfPost>('poll.voted', {
  data: ({ id, post_id }) => ({ poll_id: id, post_id }),
});
