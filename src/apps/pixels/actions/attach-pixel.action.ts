import { IsIn, IsInt } from 'class-validator';
import { ListOf, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { EVENTS } from '../entities/attachment.entity.js';
import { Pixel } from '../entities/pixel.entity.js';
import { TargetInput, Targets } from '../pixel.inputs.js';
import { AttachmentView } from '../pixels.views.js';

class Input {
  @Uuid() pixel_id!: string;
  @Targets() targets!: TargetInput[];
  /** What the network is told when the page is opened. */
  @Optional() @IsIn(EVENTS) event?: (typeof EVENTS)[number];
}

class Result {
  @ListOf(() => AttachmentView) attachments!: AttachmentView[];
  @IsInt() attached!: number;
  /** Those that were attached already. They have the event of this call. */
  @IsInt() unchanged!: number;
}

@Action('attach-pixel', {
  access: 'owner',
  target: { entity: Pixel, by: 'pixel_id' },
  changes: true,
  description: 'Attaches a pixel to short links, biolink pages and blogs of its owner: to all of them, or to none.',
  input: Input,
  result: Result,
  refuses: { 404: ['Target not found: <target_id>'], 409: ['Target already has 10 pixels: <target_id>'] },
})
export class AttachPixel {
  constructor(private readonly attachments: AttachmentsService) {}

  /** Other apps are asked before the transaction; what is deleted in between, a nightly job detaches. */
  prepare({ input, target }: Preparation<Input, Pixel>): Promise<void> {
    return this.attachments.expectOwned(input.targets, target.owner_id);
  }

  async run({ input, target }: Call<Input, Pixel>): Promise<Result> {
    const { targets, event = 'PageView' } = input;
    const made = await this.attachments.attach(target, targets, event);
    const attached = made.filter(({ is_new }) => is_new).length;
    return { attachments: await this.attachments.show(made), attached, unchanged: made.length - attached };
  }
}
