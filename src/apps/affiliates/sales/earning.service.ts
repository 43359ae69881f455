import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AffiliateNotificationsService } from '../affiliate-notifications.service.js';
import { CommissionRepository } from '../commissions/commission.repository.js';
import type { Affiliate } from '../entities/affiliate.entity.js';
import type { Commission } from '../entities/commission.entity.js';
import type { Conversion } from '../entities/conversion.entity.js';
import type { Program } from '../entities/program.entity.js';
import { ProgramItemRepository } from '../programs/program-item.repository.js';
import type { SellingApp } from '../entities/program.entity.js';
import { commissionOf, earns, NOTHING } from './commission.policy.js';
import { ConversionRepository } from './conversion.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;

type Sale = Pick<Conversion, 'payment_number' | 'amount_minor' | 'currency' | 'occurred_at'> & Values<Conversion>;

export interface Recorded {
  conversion: Conversion;
  /** Null where the sale earns nothing. */
  commission: Commission | null;
}

/** What an affiliate earns by a sale. The affiliate is locked. */
@AppProvider()
export class EarningService {
  constructor(
    private readonly items: ProgramItemRepository,
    private readonly conversions: ConversionRepository,
    private readonly commissions: CommissionRepository,
    private readonly notifications: AffiliateNotificationsService,
  ) {}

  /** Undefined: the sale is recorded already. */
  async record(program: Program, affiliate: Affiliate, sale: Sale): Promise<Recorded | undefined> {
    const { app_slug, item_id } = sale as { app_slug?: SellingApp; item_id?: string };
    const item =
      app_slug && item_id ? await this.items.findOne({ program_id: program.id, app_slug, item_id }) : undefined;
    const isEarning = earns(sale.payment_number, program.recurring_payments);
    const rated = isEarning ? commissionOf(sale, item, affiliate, program) : NOTHING;
    const conversion = await this.conversions.insertIfAbsent({
      ...sale,
      ...rated,
      program_id: program.id,
      affiliate_id: affiliate.id,
    });
    if (!conversion) return undefined;
    const commission = rated.earned_minor > 0 ? await this.earn(program, affiliate, conversion) : null;
    return { conversion, commission };
  }

  private async earn(program: Program, affiliate: Affiliate, conversion: Conversion): Promise<Commission> {
    const { id: conversion_id, earned_minor, currency, occurred_at } = conversion;
    const commission = await this.commissions.insert({
      owner_id: affiliate.owner_id,
      merchant_id: program.owner_id,
      affiliate_id: affiliate.id,
      conversion_id,
      kind: 'earning',
      amount_minor: earned_minor,
      currency,
      status: 'pending',
      payable_at: new Date(occurred_at.getTime() + program.hold_days * DAY_MS),
    });
    if (await this.notifications.announceEarning(program, commission))
      await this.commissions.update({ id: commission.id }, { announced_at: NOW });
    return commission;
  }
}
