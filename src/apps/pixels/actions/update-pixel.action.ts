import { Equals, IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Pixel, STATUSES } from '../entities/pixel.entity.js';
import { columnsOf, newKey, PixelFields, PixelName, WRONG } from '../pixel.inputs.js';
import { PixelAddressesService } from '../pixels/pixel-addresses.service.js';
import { PixelRepository } from '../pixels/pixel.repository.js';
import { PixelView } from '../pixels.views.js';

class Input extends PixelFields {
  @Uuid() pixel_id!: string;
  @Optional() @PixelName() name?: string;
  /** Paused: it is not rendered and counts nothing. */
  @Optional() @IsIn(STATUSES) status?: Pixel['status'];
  /** Gives an own pixel another address; what asks for the old one counts no more. */
  @Optional() @Equals(true) rotate_key?: true;
}

class Result extends answerWith('pixel', () => PixelView) {}

@Action('update-pixel', {
  access: 'owner',
  target: { entity: Pixel, by: 'pixel_id' },
  changes: true,
  description: 'Changes a pixel, pauses it, or gives an own one another key.',
  input: Input,
  result: Result,
  refuses: { 400: [...WRONG, 'Only own pixels have a key'], 409: ['Pixel already exists'] },
})
export class UpdatePixel {
  constructor(
    private readonly pixels: PixelRepository,
    private readonly addresses: PixelAddressesService,
  ) {}

  async run({ input, target: { id, provider } }: Call<Input, Pixel>): Promise<Result> {
    const { pixel_id: _, rotate_key, name, status, ...fields } = input;
    if (rotate_key && provider !== 'own') throw new Refusal(400, 'Only own pixels have a key');
    const key = rotate_key ? newKey() : undefined;
    await this.pixels.change(id, { ...columnsOf(provider, fields), name, status, key });
    return { pixel: await this.addresses.show(id) };
  }
}
