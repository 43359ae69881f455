import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { Pixel } from '../entities/pixel.entity.js';
import { PixelAddressesService } from '../pixels/pixel-addresses.service.js';
import { AttachmentView, EmbedView, PixelView } from '../pixels.views.js';

class Input {
  @Uuid() pixel_id!: string;
}

class Result {
  @Nested(() => PixelView) pixel!: PixelView;
  /** The newest 1,000. */
  @ListOf(() => AttachmentView) attachments!: AttachmentView[];
  /** Of an own pixel. */
  @Nullable() @Nested(() => EmbedView) embed!: EmbedView | null;
}

@Action('get-pixel', {
  access: 'owner',
  target: { entity: Pixel, by: 'pixel_id' },
  description: 'A pixel, what it is attached to, and how an own one is embedded.',
  input: Input,
  result: Result,
})
export class GetPixel {
  constructor(
    private readonly addresses: PixelAddressesService,
    private readonly attachments: AttachmentsService,
  ) {}

  async run({ target }: Call<Input, Pixel>): Promise<Result> {
    const [pixel, attachments] = await Promise.all([
      this.addresses.show(target.id),
      this.attachments.newestOf(target.id),
    ]);
    return { pixel, attachments, embed: this.addresses.embed(target) };
  }
}
