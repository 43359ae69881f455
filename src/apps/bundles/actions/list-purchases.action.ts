import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PURCHASE_STATUSES, type PurchaseStatus } from '../entities/purchase.entity.js';
import { PurchaseItemRepository } from '../sales/purchase-item.repository.js';
import { PurchaseRepository } from '../sales/purchase.repository.js';
import { presentPurchase, PurchaseView } from '../sales/purchase.views.js';

class Input extends Page {
  @Optional() @IsIn(PURCHASE_STATUSES) status?: PurchaseStatus;
}

class Result extends pageOf('purchases', () => PurchaseView) {}

@Action('list-purchases', {
  access: 'authenticated',
  description: 'What the caller has bought or was given, newest first, with where each item opens.',
  input: Input,
  result: Result,
})
export class ListPurchases {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly items: PurchaseItemRepository,
  ) {}

  async run({ input: { status, ...page }, caller }: Call<Input>) {
    const { rows, next_cursor } = await this.purchases.library(caller.id, status, pageQuery(page));
    const items = await this.items.of(rows.map(({ id }) => id));
    return { purchases: rows.map((row) => presentPurchase(row, items.get(row.id))), next_cursor };
  }
}
