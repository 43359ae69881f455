import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { BUNDLE_SORTS, BundleListRepository, type BundleSort } from '../catalogue/bundle-list.repository.js';
import { BundleCard, BundlesPresenter } from '../catalogue/bundle.views.js';
import { type BundleStatus, STATUSES } from '../entities/bundle.entity.js';
import { type Offer, OffersService } from '../offers/offers.service.js';

class Input extends Page {
  @Optional() @Chars(1, 100) query?: string;
  @Optional() @Uuid() owner_id?: string;
  @Optional() @Uuid() contains_item_id?: string;
  @Optional() @IsIn(STATUSES) status?: BundleStatus;
  @Optional() @IsIn(BUNDLE_SORTS) sort?: BundleSort;
}

class Result extends pageOf('bundles', () => BundleCard) {}

@Action('list-bundles', {
  access: 'public',
  description: 'Published bundles whose sale is open; in other states, own ones only.',
  input: Input,
  result: Result,
})
export class ListBundles {
  constructor(
    private readonly lists: BundleListRepository,
    private readonly offers: OffersService,
    private readonly presenter: BundlesPresenter,
  ) {}

  async run(call: PublicCall<Input>) {
    const { rows, next_cursor } = await this.page(call);
    const offers = await this.offers.ofAll(rows);
    return { bundles: rows.map((row) => this.presenter.card(row, offers.get(row.id) as Offer)), next_cursor };
  }

  /** An owner who asks for a status of their bundles sees those whose sale is not open, too. */
  private async page({ input, caller }: PublicCall<Input>) {
    const { cursor, limit, status, sort = 'newest', ...filters } = input;
    const query = pageQuery({ cursor, limit });
    const isPublished = (status ?? 'published') === 'published';
    const isOwn = caller !== undefined && filters.owner_id === caller.id && status !== undefined;
    if (isPublished && !isOwn) return this.lists.onSale(filters, sort, query);
    if (!caller || (filters.owner_id ?? caller.id) !== caller.id) return { rows: [], next_cursor: null };
    return this.lists.ofOwner(caller.id, status as string, { ...filters, owner_id: undefined }, sort, query);
  }
}
