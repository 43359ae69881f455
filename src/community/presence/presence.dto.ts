import { IsIn } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { Nullable, Optional, Time, Uuid } from '../../platform/http/fields.js';
import { PRESENCE_STATUSES, type PresenceStatus } from '../../realtime/extension-points.js';

export class PresenceInput {
  /** The default is `online`. */
  @Optional() @IsIn(PRESENCE_STATUSES) status?: PresenceStatus;
}

/** Also the data of the realtime hint `presence`. */
export class PresenceView {
  @Uuid() user_id!: string;
  @IsIn(PRESENCE_STATUSES) status!: PresenceStatus;
  /** Null for others when the user chose to be offline. */
  @Nullable() @Time() last_seen!: Date | string | null;
}

export class PresenceAnswer extends answerWith('presence', () => PresenceView) {}

/** Only the status is present when the user never set one, or when a block hides it. */
export class ShownPresence {
  @Optional() @Uuid() user_id?: string;
  @IsIn(PRESENCE_STATUSES) status!: PresenceStatus;
  @Optional() @Nullable() @Time() last_seen?: Date | string | null;
}
