import { IsInt } from 'class-validator';
import { Uuid } from '../../platform/http/input/fields.js';
import { hint } from '../../realtime/event-type.js';

/** Clients keep the highest version, because hints can arrive out of order. */
export class PollCounted {
  @Uuid() poll_id!: string;
  /** The votes for each option, in the order of the options. */
  @IsInt({ each: true }) counts!: number[];
  @IsInt() total!: number;
  @IsInt() version!: number;
}

export const POLL_UPDATED = hint('poll.updated', PollCounted);
