import { IsBoolean } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BundleRepository } from '../catalogue/bundle.repository.js';
import { BundlesPresenter, BundleView } from '../catalogue/bundle.views.js';
import { NOT_PUBLISHABLE, PublishingService } from '../catalogue/publishing.service.js';
import { type Bundle, BUNDLE } from '../entities/bundle.entity.js';

class Input {
  @Uuid() bundle_id!: string;
  @Optional() @IsBoolean() published?: boolean;
}

class Result extends answerWith('bundle', () => BundleView) {}

@Action('publish-bundle', {
  access: 'owner',
  target: BUNDLE,
  changes: true,
  description: 'Onto the shelf, or back to a draft: buyers keep everything, and open checkouts are honoured.',
  input: Input,
  result: Result,
  refuses: { 409: NOT_PUBLISHABLE },
})
export class PublishBundle {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly publishing: PublishingService,
    private readonly presenter: BundlesPresenter,
  ) {}

  async run({ input: { published = true }, target: bundle }: Call<Input, Bundle>) {
    if (published) await this.publishing.expectPublishable(bundle);
    const status = published ? 'published' : 'draft';
    const published_at = published ? (bundle.published_at ?? new Date()) : bundle.published_at;
    const isSame = status === bundle.status;
    const available = published ? { unavailable_since: null } : {};
    const after = isSame ? bundle : await this.bundles.change(bundle.id, { status, published_at, ...available });
    return { bundle: this.presenter.bundle(after) };
  }
}
