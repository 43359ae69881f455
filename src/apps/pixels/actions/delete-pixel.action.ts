import { JobsService } from '../../../jobs/jobs.service.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { Pixel } from '../entities/pixel.entity.js';
import { ForgetEvents } from '../jobs/forget-events.job.js';
import { PixelRepository } from '../pixels/pixel.repository.js';

class Input {
  @Uuid() pixel_id!: string;
}

@Action('delete-pixel', {
  access: 'owner',
  target: { entity: Pixel, by: 'pixel_id' },
  changes: true,
  description: 'Deletes a pixel with its attachments and figures. Its picture is still answered, and counts no more.',
  input: Input,
  result: MessageResult,
})
export class DeletePixel {
  constructor(
    private readonly pixels: PixelRepository,
    private readonly jobs: JobsService,
    private readonly forget: ForgetEvents,
  ) {}

  async run({ target: { id } }: Call<Input, Pixel>): Promise<MessageResult> {
    await this.pixels.remove(id);
    await this.jobs.enqueue(this.forget, { pixel_id: id });
    return { message: 'Pixel deleted' };
  }
}
