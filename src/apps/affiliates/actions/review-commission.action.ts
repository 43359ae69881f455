import { IsIn } from 'class-validator';
import { Nested, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AffiliateNotificationsService } from '../affiliate-notifications.service.js';
import { CommissionRepository } from '../commissions/commission.repository.js';
import { CommissionView, presentCommission } from '../commissions/commission.views.js';
import { isFree, TakingBackService } from '../commissions/taking-back.service.js';
import { Commission } from '../entities/commission.entity.js';
import { AffiliateRepository } from '../partners/affiliate.repository.js';
import { ConversionRepository } from '../sales/conversion.repository.js';

class Input {
  @Uuid() commission_id!: string;
  @IsIn(['approve', 'reject']) decision!: 'approve' | 'reject';
  @Optional() @Written(0, 500) reason?: string;
}

class Result {
  @Nested(() => CommissionView) commission!: CommissionView;
  /** What takes back a commission that is paid already. */
  @Nullable() @Nested(() => CommissionView) adjustment!: CommissionView | null;
}

interface Reviewed {
  commission: Commission;
  adjustment: Commission | null;
}

@Action('review-commission', {
  access: 'owner',
  // The merchant of the row is its program's owner. It is locked behind its affiliate, as everywhere.
  target: { entity: Commission, by: 'commission_id', owner: 'merchant_id', lock: false },
  changes: true,
  why: 'reason',
  description: 'Approves a commission before its date, or rejects it: one that is paid is taken off the next payout.',
  input: Input,
  result: Result,
  refuses: {
    400: ['A reason is needed'],
    409: ['Commission is in a payout', 'Commission is already {status}'],
  },
})
export class ReviewCommission {
  constructor(
    private readonly affiliates: AffiliateRepository,
    private readonly commissions: CommissionRepository,
    private readonly conversions: ConversionRepository,
    private readonly takingBack: TakingBackService,
    private readonly notifications: AffiliateNotificationsService,
  ) {}

  async run({ input: { decision, reason }, target }: Call<Input, Commission>): Promise<Result> {
    if (decision === 'reject' && !reason?.trim()) throw new Refusal(400, 'A reason is needed');
    await this.affiliates.lock(target.affiliate_id);
    const row = await this.commissions.the({ id: target.id }, 'Commission', { lock: 'update' });
    const { commission, adjustment } =
      decision === 'approve' ? await this.approve(row) : await this.reject(row, reason as string);
    const { conversion_id: id } = commission;
    const conversion = id === null ? undefined : await this.conversions.findOne({ id });
    return {
      commission: presentCommission(commission, conversion, 'merchant'),
      adjustment: adjustment && presentCommission(adjustment, conversion, 'merchant'),
    };
  }

  private async approve({ id, status }: Commission): Promise<Reviewed> {
    if (status !== 'pending') throw new Refusal(409, `Commission is already ${status}`);
    return {
      commission: await this.commissions.change(id, { status: 'approved', approved_at: NOW }),
      adjustment: null,
    };
  }

  private async reject(row: Commission, reason: string): Promise<Reviewed> {
    if (row.status === 'rejected' || row.status === 'reversed')
      throw new Refusal(409, `Commission is already ${row.status}`);
    if (row.status !== 'paid' && !isFree(row)) throw new Refusal(409, 'Commission is in a payout');
    const reviewed = await this.rejected(row, reason);
    this.notifications.notifyRejected(row, reason);
    return reviewed;
  }

  /** An adjustment is rejected by itself, an earning with what belongs to it. */
  private async rejected(row: Commission, reason: string): Promise<Reviewed> {
    if (row.kind === 'adjustment' || row.conversion_id === null) {
      if (row.status === 'paid') throw new Refusal(409, 'Commission is already paid');
      return { commission: await this.commissions.change(row.id, { status: 'rejected', reason }), adjustment: null };
    }
    const rows = await this.commissions.ofConversion(row.conversion_id);
    const taken = await this.takingBack.bringTo(rows, { target: 0, reason, ended: 'rejected' });
    // Of a commission that was paid and taken back before, nothing is left.
    if (!taken || (row.status === 'paid' && !taken.adjustment))
      throw new Refusal(409, `Commission is already ${row.status}`);
    // A sale outside the platform has no other refund than this.
    const outside = { id: row.conversion_id, source: 'external' } as const;
    await this.conversions.update(outside, { status: 'reversed', updated_at: NOW });
    return taken;
  }
}
