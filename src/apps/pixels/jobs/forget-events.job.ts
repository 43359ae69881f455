import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CountedPixelRepository } from '../counting/counted-pixel.repository.js';

const BATCH = 10_000;

/** Removes the events of a deleted pixel, which no foreign key does. */
@AppProvider()
export class ForgetEvents extends BatchJob<{ pixel_id: string }> {
  readonly name = 'pixels.forget-events';

  constructor(private readonly pixels: CountedPixelRepository) {
    super();
  }

  protected async batch({ pixel_id }: { pixel_id: string }): Promise<boolean> {
    return (await this.pixels.forgetEvents(pixel_id, BATCH)) === BATCH;
  }
}
