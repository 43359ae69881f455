import { isUuid } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { ofDimension, total } from '../../kernel/stats/figures.js';
import { AttachmentRepository } from '../attachments/attachment.repository.js';
import { TargetsService } from '../attachments/targets.service.js';
import { PixelStatsRepository } from './pixel-stats.repository.js';
import type { PixelStatsView, TargetFigures, ValueFigures } from './pixel-stats.views.js';

/** The figures of a pixel: from its day tables, and from the events of open days. */
@AppProvider()
export class PixelStatsService {
  constructor(
    private readonly stats: PixelStatsRepository,
    private readonly attachments: AttachmentRepository,
    private readonly targets: TargetsService,
  ) {}

  async of(pixelId: string, days: Days): Promise<PixelStatsView> {
    const [series, values] = await Promise.all([this.stats.series(pixelId, days), this.stats.values(pixelId, days)]);
    const of = ofDimension(values);
    return {
      events: total(series, 'events'),
      visitors: total(series, 'visitors'),
      proxied: total(series, 'proxied'),
      series: series.map(({ day, events, visitors }) => ({ day, events, visitors })),
      by_event: of('event'),
      by_ref: of('ref'),
      by_host: of('host'),
      by_target: await this.withTargets(of('target')),
      countries: of('country'),
      devices: of('device'),
    };
  }

  async ofRef(pixelId: string, days: Days, ref: string): Promise<PixelStatsView> {
    const series = await this.stats.seriesOfRef(pixelId, days, ref);
    return { events: total(series, 'events'), visitors: total(series, 'visitors'), series };
  }

  private async withTargets(values: ValueFigures[]): Promise<TargetFigures[]> {
    const ids = values.map(({ value }) => value).filter(isUuid);
    const attached = await this.attachments.targetsOf(ids);
    const shown = await this.targets.show(attached);
    const targets = new Map(shown.map(({ id, ...target }) => [id, target]));
    return values.map((value) => ({ ...value, target: targets.get(value.value) ?? null }));
  }
}
