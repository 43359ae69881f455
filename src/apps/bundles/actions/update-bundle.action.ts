import { answerWith } from '../../../platform/http/answers.js';
import { Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BundleItemRepository } from '../catalogue/bundle-item.repository.js';
import { BundleChanges, termsAfter } from '../catalogue/bundle.inputs.js';
import { BundleRepository } from '../catalogue/bundle.repository.js';
import { BundlesPresenter, BundleView } from '../catalogue/bundle.views.js';
import { CoversService } from '../catalogue/covers.service.js';
import { NOT_PUBLISHABLE, PublishingService } from '../catalogue/publishing.service.js';
import { type Bundle, BUNDLE } from '../entities/bundle.entity.js';

class Input extends BundleChanges {
  @Uuid() bundle_id!: string;
  @Optional() @Nullable() @Uuid() cover_file_id?: string | null;
}

class Result extends answerWith('bundle', () => BundleView) {}

@Action('update-bundle', {
  access: 'owner',
  target: BUNDLE,
  changes: true,
  description: 'Changes what is given, for new checkouts; open ones keep their amount.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Give price or percent_off to match pricing',
      'Price must be 0 or at least {least}',
      'ends_at must be after starts_at',
    ],
    409: ['Bundle is archived', 'max_sales is below what is sold', 'Currency must match the items', ...NOT_PUBLISHABLE],
  },
})
export class UpdateBundle {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly items: BundleItemRepository,
    private readonly covers: CoversService,
    private readonly publishing: PublishingService,
    private readonly presenter: BundlesPresenter,
  ) {}

  async run({ input, target: before }: Call<Input, Bundle>) {
    const { bundle_id, title, description, cover_file_id, ...fields } = input;
    const terms = termsAfter(fields, before);
    if (before.status === 'archived') throw new Refusal(409, 'Bundle is archived');
    const { currency } = terms;
    // A late payment may have passed the limit, which forbids no other change.
    const { max_sales } = fields;
    if (max_sales && max_sales < before.sold_count + before.held_count)
      throw new Refusal(409, 'max_sales is below what is sold');
    if (currency !== before.currency && (await this.items.countWhere({ bundle_id })))
      throw new Refusal(409, 'Currency must match the items');
    if (before.status === 'published' && this.isPriced(fields))
      await this.publishing.expectPublishable({ ...before, ...terms });
    await this.covers.change(before, cover_file_id);
    const bundle = await this.bundles.change(bundle_id, { ...terms, title, description, cover_file_id });
    return { bundle: this.presenter.bundle(bundle) };
  }

  /** A text may be corrected while an item is unavailable. */
  private isPriced({ pricing, price, percent_off }: BundleChanges): boolean {
    return [pricing, price, percent_off].some((given) => given !== undefined);
  }
}
