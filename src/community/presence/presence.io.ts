import { IsIn } from 'class-validator';
import { Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { hint } from '../../realtime/event-type.js';
import { PRESENCE_STATUSES, type PresenceStatus } from '../../realtime/presence-keeper.port.js';

export class PresenceInput {
  /** Online where nothing is said. */
  @Optional() @IsIn(PRESENCE_STATUSES) status?: PresenceStatus;
}

/** A hint too, for those who watch somebody. */
export class PresenceView {
  @Uuid() user_id!: string;
  @IsIn(PRESENCE_STATUSES) status!: PresenceStatus;
  /** Null for others where he chose to be offline. */
  @Nullable() @Time() last_seen!: Date | string | null;
}

export class PresenceAnswer {
  @Nested(() => PresenceView) presence!: PresenceView;
}

/** Of who never said anything, or may not be seen, the status is all there is. */
export class ShownPresence {
  @Optional() @Uuid() user_id?: string;
  @IsIn(PRESENCE_STATUSES) status!: PresenceStatus;
  @Optional() @Nullable() @Time() last_seen?: Date | string | null;
}

export const PRESENCE = hint('presence', PresenceView);
