import { IsIn, IsString } from 'class-validator';
import { defineEvent } from '../../events/define-event.js';
import { notify } from '../../notifications/notification.effects.js';
import { answerWith } from '../../platform/http/answers.js';
import { Time, Uuid } from '../../platform/http/fields.js';
import { durable } from '../../realtime/event-type.js';
import { emit } from '../../realtime/realtime.effects.js';
import type { Impression, ReviewedAd } from './ad.repository.js';
import { STATUSES } from './ads.dto.js';

class AdState {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(STATUSES) status!: string;
  @Time() updated_at!: Date;
}

class AdPausedData extends answerWith('ad', () => AdState) {}

const AD_PAUSED = durable('ad.paused', AdPausedData);

export const AdCreated = defineEvent<{ ad_id: string; budget: number }>('ad.created', { data: (fact) => fact });

/** An impression has used up the budget. */
export const AdPaused = defineEvent<Impression>('ad.paused', {
  data: ({ ad_id, user_id }) => ({ ad_id, user_id }),
  effects: ({ ad_id: id, user_id, title, status, updated_at }) => [
    emit(AD_PAUSED, `user:${user_id}`, { ad: { id, title, status, updated_at } }),
  ],
});

/** The owner's notification does not name the admin. */
export const AdReviewed = defineEvent<ReviewedAd>(
  ({ status }) => (status === 'active' ? 'admin.ad_approved' : 'admin.ad_rejected'),
  {
    data: ({ id, user_id, status, was }) => ({ ad_id: id, user_id, before: { status: was }, after: { status } }),
    staff: true,
    effects: ({ id, user_id, title, status }) => [
      notify({ user_id, actor_id: null, type: 'ad_reviewed', about: { kind: 'ad', id }, data: { title, status } }),
    ],
  },
);
