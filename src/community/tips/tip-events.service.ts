import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { durable } from '../../realtime/event-type.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import type { PaidTip, TipRow } from './tip.repository.js';
import { TipAnswer } from './tips.dto.js';

const TIP_CREATED = durable('tip.created', TipAnswer);
/** A tip that was unpaid has been paid. */
const TIP_SETTLED = durable('tip.settled', TipAnswer);

interface CreatedTip extends TipRow {
  sender_id: string;
  recipient_id: string;
  amount: number;
}

/** Announces tips to their sender and recipient, and notifies the recipient. */
@Injectable()
export class TipEventsService {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  tipCreated(
    { id, sender_id, recipient_id, amount, json }: CreatedTip,
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
    this.events.record({ type: 'tip.created', actor_id: sender_id, data });
    this.realtime.emit(TIP_CREATED, streamsOf(sender_id, recipient_id), answer(json), sender_id);
  }

  tipSettled(sender_id: string, { id, recipient_id, json }: PaidTip): void {
    this.events.record({ type: 'tip.settled', actor_id: sender_id, data: { tip_id: id, recipient_id } });
    this.realtime.emit(TIP_SETTLED, streamsOf(sender_id, recipient_id), answer(json), null);
  }
}

const streamsOf = (one: string, other: string) => [`user:${one}` as const, `user:${other}` as const];
const answer = (tip: string) => new RawJson(`{"tip":${tip}}`);
