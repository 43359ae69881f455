import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Realtime } from '../../realtime/realtime.js';
import { MEMBERSHIP_UPDATED } from './membership.events.js';
import type { MembershipRow } from './membership.repository.js';

@Injectable()
export class TellOfMembership {
  constructor(
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  changed(membership: MembershipRow): void {
    const { id, user_id, tier, status, expires_at } = membership;
    const data = { membership_id: id, tier, status, expires_at };
    this.outbox.record({ type: 'membership.updated', actor_id: user_id, data });
    this.realtime.emit(MEMBERSHIP_UPDATED, `user:${user_id}`, { membership }, null);
  }
}
