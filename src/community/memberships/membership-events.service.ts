import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { durable } from '../../realtime/event-type.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import type { MembershipRow } from './membership.repository.js';
import { MembershipAnswer } from './memberships.dto.js';

const MEMBERSHIP_UPDATED = durable('membership.updated', MembershipAnswer);

@Injectable()
export class MembershipEventsService {
  constructor(
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  membershipUpdated(membership: MembershipRow): void {
    const { id, user_id, tier, status, expires_at } = membership;
    const data = { membership_id: id, tier, status, expires_at };
    this.events.record({ type: 'membership.updated', actor_id: user_id, data });
    this.realtime.emit(MEMBERSHIP_UPDATED, `user:${user_id}`, { membership }, null);
  }
}
