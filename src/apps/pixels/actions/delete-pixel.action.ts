import { JobsService } from '../../../jobs/jobs.service.js';
import { Uuid } from '../../../platform/http/fields.js';
import { DropEventsJob } from '../../../web-events/days/drop-events.job.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { Pixel } from '../entities/pixel.entity.js';
import { PixelRepository } from '../pixels/pixel.repository.js';
import { PIXEL_EVENTS } from '../stats/pixel-events.js';

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
    private readonly dropEvents: DropEventsJob,
  ) {}

  async run({ target: { id } }: Call<Input, Pixel>): Promise<MessageResult> {
    await this.pixels.remove(id);
    await this.jobs.enqueue(this.dropEvents, { events: PIXEL_EVENTS.name, thing_id: id });
    return { message: 'Pixel deleted' };
  }
}
