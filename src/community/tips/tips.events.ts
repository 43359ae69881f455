import { defineEvent } from '../../events/define-event.js';
import { notify } from '../../notifications/notification.effects.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { durable } from '../../realtime/event-type.js';
import { emit } from '../../realtime/realtime.effects.js';
import type { TipRow } from './tip.repository.js';
import { TipAnswer } from './tips.dto.js';

const TIP_CREATED = durable('tip.created', TipAnswer);
/** A tip that was unpaid has been paid. */
const TIP_SETTLED = durable('tip.settled', TipAnswer);

interface SentTip extends TipRow {
  sender_id: string;
  recipient_id: string;
}

interface NewTip extends SentTip {
  amount: number;
  message: string | null;
  settled: boolean;
}

const streamsOf = ({ sender_id, recipient_id }: SentTip) => [
  `user:${sender_id}` as const,
  `user:${recipient_id}` as const,
];
const answer = ({ json }: TipRow) => new RawJson(`{"tip":${json}}`);

export const TipCreated = defineEvent<NewTip>('tip.created', {
  data: ({ id, recipient_id, amount, settled }) => ({ tip_id: id, recipient_id, amount, settled }),
  effects: (tip) => [
    notify({
      user_id: tip.recipient_id,
      type: 'tip',
      about: { kind: 'tip', id: tip.id },
      data: { amount: tip.amount, message: tip.message },
    }),
    emit(TIP_CREATED, streamsOf(tip), answer(tip)),
  ],
});

export const TipSettled = defineEvent<SentTip>('tip.settled', {
  data: ({ id, recipient_id }) => ({ tip_id: id, recipient_id }),
  effects: (tip) => [emit(TIP_SETTLED, streamsOf(tip), answer(tip), { actor: null })],
});
