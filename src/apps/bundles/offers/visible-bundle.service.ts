import type { Caller } from '../../../platform/access/access.js';
import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import type { Bundle } from '../entities/bundle.entity.js';
import { PurchaseRepository } from '../sales/purchase.repository.js';
import { type Offer, OffersService } from './offers.service.js';

export interface SeenBundle {
  offer: Offer;
  /** The caller has it. */
  hasBundle: boolean;
}

/** Callers see a bundle while it is published; afterwards only its owner sees it, and the users who have it. */
@AppProvider()
export class VisibleBundleService {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly offers: OffersService,
  ) {}

  async of(bundle: Bundle, caller: Caller | undefined): Promise<SeenBundle> {
    const isOwn = caller !== undefined && (caller.id === bundle.owner_id || seesAsAdmin(caller));
    const hasBundle = caller !== undefined && (await this.purchases.has('completed', bundle.id, caller.id));
    if (bundle.status !== 'published' && !isOwn && !hasBundle) throw notFound('Bundle');
    return { offer: await this.offers.of(bundle, caller?.id), hasBundle };
  }
}
