import { IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BundlesSettings } from '../bundles.settings.js';
import { BundleFields, termsAfter } from '../catalogue/bundle.inputs.js';
import { BundleRepository } from '../catalogue/bundle.repository.js';
import { BundlesPresenter, BundleView } from '../catalogue/bundle.views.js';
import { type Bundle, PRICINGS } from '../entities/bundle.entity.js';

const MOST_BUNDLES = 200;
const NEW = { price_minor: null, percent_off_bp: null, starts_at: null, ends_at: null, max_sales: null };

class Input extends BundleFields {
  @Written(1, 200) title!: string;
  @IsIn(PRICINGS) pricing!: Bundle['pricing'];
}

class Result extends answerWith('bundle', () => BundleView) {}

@Action('create-bundle', {
  access: 'authenticated',
  changes: true,
  about: 'bundle',
  description: 'Makes a draft of a bundle, without items.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Give price or percent_off to match pricing',
      'Price must be 0 or at least {least}',
      'ends_at must be after starts_at',
    ],
    409: ['Bundle limit reached'],
  },
})
export class CreateBundle {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly settings: AppSettings,
    private readonly presenter: BundlesPresenter,
  ) {}

  async run({ input: { title, description, ...fields }, caller }: Call<Input>) {
    const { default_currency, default_deduct_owned } = await this.settings.of(BundlesSettings, caller.id);
    const defaults = { currency: default_currency.toLowerCase(), deduct_owned: default_deduct_owned };
    const terms = termsAfter(fields, { ...NEW, ...defaults, pricing: fields.pricing });
    await this.bundles.lockOwner(caller.id);
    if ((await this.bundles.countOpen(caller.id)) >= MOST_BUNDLES) throw new Refusal(409, 'Bundle limit reached');
    const bundle = await this.bundles.insert({ ...terms, owner_id: caller.id, title, description });
    return { bundle: this.presenter.bundle(bundle) };
  }
}
