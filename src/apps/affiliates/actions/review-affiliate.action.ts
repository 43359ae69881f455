import { IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AffiliateNotificationsService, type Decision } from '../affiliate-notifications.service.js';
import { type Affiliate, type AffiliateStatus, OF_PROGRAM } from '../entities/affiliate.entity.js';
import type { Program } from '../entities/program.entity.js';
import { AffiliateRepository } from '../partners/affiliate.repository.js';
import { AffiliateView, presentAffiliate } from '../partners/affiliate.views.js';
import { NEEDS_ONE_RATE, RateFields, rateOf } from '../programs/program.inputs.js';

const MOVES: Record<Decision, { from: AffiliateStatus[]; to: AffiliateStatus }> = {
  approve: { from: ['pending', 'active'], to: 'active' },
  reject: { from: ['pending'], to: 'rejected' },
  suspend: { from: ['active'], to: 'suspended' },
  reinstate: { from: ['suspended'], to: 'active' },
};

class Input extends RateFields {
  @Uuid() affiliate_id!: string;
  @IsIn(Object.keys(MOVES)) decision!: Decision;
  @Optional() @Written(0, 1000) note?: string;
}

class Result extends answerWith('affiliate', () => AffiliateView) {}

@Action('review-affiliate', {
  access: 'owner',
  target: OF_PROGRAM,
  changes: true,
  description: 'Approves, rejects, suspends or reinstates an affiliate, and sets their own rate.',
  input: Input,
  result: Result,
  refuses: { 400: [NEEDS_ONE_RATE], 409: ['Affiliate is {status}'] },
})
export class ReviewAffiliate {
  constructor(
    private readonly affiliates: AffiliateRepository,
    private readonly notifications: AffiliateNotificationsService,
  ) {}

  async run({ input, target: before, parent: program }: Call<Input, Affiliate, Program>): Promise<Result> {
    const { decision, note = null } = input;
    const { from, to } = MOVES[decision];
    const rate = rateOf(input, program.currency);
    if (!from.includes(before.status)) throw new Refusal(409, `Affiliate is ${before.status}`);
    const isDecided = before.status !== to;
    const decided = isDecided ? { status: to, decision_note: note, decided_at: NOW } : {};
    const affiliate = await this.affiliates.change(before.id, { ...decided, ...rate });
    if (isDecided) this.notifications.notifyDecision(program, affiliate, decision, note);
    return { affiliate: presentAffiliate(affiliate, program.currency) };
  }
}
