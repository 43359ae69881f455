import { Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { BundleItemRepository } from '../catalogue/bundle-item.repository.js';
import { LEAST_ITEMS, PublishingService } from '../catalogue/publishing.service.js';
import { type Bundle, BUNDLE } from '../entities/bundle.entity.js';

class Input {
  @Uuid() bundle_id!: string;
  @Uuid() item_id!: string;
}

@Action('remove-bundle-item', {
  access: 'owner',
  target: BUNDLE,
  changes: true,
  description: 'Takes an item out of future sales; past buyers keep it.',
  input: Input,
  result: MessageResult,
  refuses: { 404: ['Item not found'], 409: ['A published bundle needs at least 2 items'] },
})
export class RemoveBundleItem {
  constructor(
    private readonly items: BundleItemRepository,
    private readonly publishing: PublishingService,
  ) {}

  async run({ input: { bundle_id, item_id }, target: bundle }: Call<Input, Bundle>) {
    const items = await this.items.of(bundle_id);
    const item = items.find((one) => one.item_id === item_id);
    if (!item) throw notFound('Item');
    if (bundle.status === 'published' && items.length <= LEAST_ITEMS)
      throw new Refusal(409, 'A published bundle needs at least 2 items');
    await this.items.delete({ id: item.id });
    if (bundle.unavailable_since) await this.publishing.refresh(bundle);
    return { message: 'Item removed' };
  }
}
