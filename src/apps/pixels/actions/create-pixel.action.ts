import { IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { columnsOf, newKey, PixelFields, PixelName, WRONG } from '../pixel.inputs.js';
import { PROVIDERS, type Provider } from '../networks/networks.js';
import { PixelAddressesService } from '../pixels/pixel-addresses.service.js';
import { PixelRepository } from '../pixels/pixel.repository.js';
import { PixelsSettings } from '../pixels.settings.js';
import { PixelView } from '../pixels.views.js';

class Input extends PixelFields {
  @PixelName() name!: string;
  /** `own`: a picture that counts. */
  @IsIn(PROVIDERS) provider!: Provider;
}

class Result extends answerWith('pixel', () => PixelView) {}

@Action('create-pixel', {
  access: 'authenticated',
  changes: true,
  about: 'pixel',
  description: 'Adds the id of an advertising network, or an own picture that counts.',
  input: Input,
  result: Result,
  refuses: { 400: WRONG, 409: ['Pixel already exists', 'Pixel limit reached'] },
})
export class CreatePixel {
  constructor(
    private readonly pixels: PixelRepository,
    private readonly addresses: PixelAddressesService,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { name, provider, ...fields } = input;
    if (provider !== 'own' && fields.external_id === undefined) throw new Refusal(400, 'external_id is required');
    const columns = columnsOf(provider, fields);
    const { default_consent } = await this.settings.of(PixelsSettings, caller.id);
    const { id } = await this.pixels.create({
      ...columns,
      owner_id: caller.id,
      name,
      provider,
      consent: columns.consent ?? default_consent,
      key: provider === 'own' ? newKey() : null,
    });
    return { pixel: await this.addresses.show(id) };
  }
}
