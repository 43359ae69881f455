import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BundleRepository } from '../catalogue/bundle.repository.js';
import { BundlesPresenter, BundleView } from '../catalogue/bundle.views.js';
import { type Bundle, BUNDLE } from '../entities/bundle.entity.js';

class Input {
  @Uuid() bundle_id!: string;
}

class Result extends answerWith('bundle', () => BundleView) {}

@Action('archive-bundle', {
  access: 'owner',
  target: BUNDLE,
  changes: true,
  description: 'Off the shelf until it is published again; buyers keep everything.',
  input: Input,
  result: Result,
  refuses: { 409: ['Bundle is already archived'] },
})
export class ArchiveBundle {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly presenter: BundlesPresenter,
  ) {}

  async run({ target: { id, status } }: Call<Input, Bundle>) {
    if (status === 'archived') throw new Refusal(409, 'Bundle is already archived');
    return { bundle: this.presenter.bundle(await this.bundles.change(id, { status: 'archived' })) };
  }
}
