import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Notifications } from '../../notifications/notifications.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { Realtime } from '../../realtime/realtime.js';
import { TIP_CREATED, TIP_SETTLED } from './tip.events.js';
import type { PaidTip, TipRow } from './tip.repository.js';

interface Told extends TipRow {
  sender_id: string;
  recipient_id: string;
  amount: number;
}

/** What the two hear of a tip. */
@Injectable()
export class TellOfTip {
  constructor(
    private readonly notifications: Notifications,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  created(
    { id, sender_id, recipient_id, amount, json }: Told,
    message: string | null,
    settled: boolean,
  ): void {
    this.notifications.notify({
      user_id: recipient_id,
      actor_id: sender_id,
      type: 'tip',
      about: { kind: 'tip', id },
      data: { amount, message },
    });
    const data = { tip_id: id, recipient_id, amount, settled };
    this.outbox.record({ type: 'tip.created', actor_id: sender_id, data });
    this.realtime.emit(TIP_CREATED, both(sender_id, recipient_id), answer(json), sender_id);
  }

  settled(sender_id: string, { id, recipient_id, json }: PaidTip): void {
    this.outbox.record({ type: 'tip.settled', actor_id: sender_id, data: { tip_id: id, recipient_id } });
    this.realtime.emit(TIP_SETTLED, both(sender_id, recipient_id), answer(json), null);
  }
}

const both = (one: string, other: string) => [`user:${one}` as const, `user:${other}` as const];
const answer = (tip: string) => new RawJson(`{"tip":${tip}}`);
