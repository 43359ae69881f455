import { IsInt, Matches, Min } from 'class-validator';
import { ListOf, Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ANY_NAME } from '../counting/event-names.js';
import { DropRepository } from '../counting/drop.repository.js';
import { NewestEventsService } from '../stats/newest-events.service.js';
import { Pixel } from '../entities/pixel.entity.js';
import { DroppedView, PixelEventView } from '../stats/pixel-stats.views.js';

const DEFAULT = 50;
const MOST = 100;

class Input {
  @Uuid() pixel_id!: string;
  /** Only events with this name, among the newest 10,000. */
  @Optional() @Matches(ANY_NAME) name?: string;
  @Optional() @IsInt() @Min(1) limit?: number;
}

class Result {
  @ListOf(() => PixelEventView) events!: PixelEventView[];
  @Nested(() => DroppedView) dropped!: DroppedView;
}

@Action('list-events', {
  access: 'owner',
  target: { entity: Pixel, by: 'pixel_id' },
  description:
    'The newest events of a pixel, to see whether it fires, and how many requests of the last 24 hours were not counted and why. ' +
    'These numbers are up to a minute late.',
  input: Input,
  result: Result,
})
export class ListEvents {
  constructor(
    private readonly events: NewestEventsService,
    private readonly drops: DropRepository,
  ) {}

  async run({ input: { name, limit = DEFAULT }, target: { id } }: Call<Input, Pixel>): Promise<Result> {
    const [events, dropped] = await Promise.all([
      this.events.of(id, Math.min(limit, MOST), name),
      this.drops.ofLastDay(id),
    ]);
    return { events, dropped };
  }
}
