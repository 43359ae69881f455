import { Uuid } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Payout } from '../entities/payout.entity.js';

export class PayoutView extends viewOf(Payout, { without: ['checkout_url'] }) {}

export const presentPayout = (payout: Payout): PayoutView => present(PayoutView, payout);

export class ListedPayout extends PayoutView {
  @Uuid({ each: true }) commission_ids!: string[];
}
