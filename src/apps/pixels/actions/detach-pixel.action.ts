import { IsInt } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AttachmentRepository } from '../attachments/attachment.repository.js';
import { Pixel } from '../entities/pixel.entity.js';
import { TargetInput, Targets } from '../pixel.inputs.js';

class Input {
  @Uuid() pixel_id!: string;
  /** All that it is attached to, if they are left out. */
  @Optional() @Targets() targets?: TargetInput[];
}

class Result {
  @IsInt() detached!: number;
}

@Action('detach-pixel', {
  access: 'owner',
  target: { entity: Pixel, by: 'pixel_id' },
  changes: true,
  description: 'Detaches a pixel from some targets, or from all. What it is not attached to is passed over.',
  input: Input,
  result: Result,
})
export class DetachPixel {
  constructor(private readonly attachments: AttachmentRepository) {}

  async run({ input, target: { id } }: Call<Input, Pixel>): Promise<Result> {
    return { detached: await this.attachments.detach(id, input.targets) };
  }
}
