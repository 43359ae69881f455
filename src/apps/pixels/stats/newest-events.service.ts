import { AppProvider } from '../../kernel/app-provider.js';
import type { Target } from '../attachments/attachment.repository.js';
import { keyOf, TargetsService } from '../attachments/targets.service.js';
import { PixelStatsRepository } from './pixel-stats.repository.js';
import type { PixelEventView } from './pixel-stats.views.js';

/** What a pixel has just counted, to see whether it fires. */
@AppProvider()
export class NewestEventsService {
  constructor(
    private readonly stats: PixelStatsRepository,
    private readonly targets: TargetsService,
  ) {}

  async of(pixelId: string, limit: number, name: string | undefined): Promise<PixelEventView[]> {
    const rows = await this.stats.newestEvents(pixelId, limit, name);
    const named = rows.flatMap(({ target_app, target_id }): Target[] =>
      target_app && target_id ? [{ target_app, target_id }] : [],
    );
    const shown = new Map(
      (await this.targets.show(named)).map((target) => [keyOf(target.target_app, target.target_id), target]),
    );
    return rows.map(({ target_app, target_id, ...event }) => ({
      ...event,
      target: (target_app && target_id && shown.get(keyOf(target_app, target_id))) || null,
    }));
  }
}
