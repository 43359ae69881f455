import { IsIn, IsInt, IsString } from 'class-validator';
import { ListOf, Uuid } from '../../platform/http/fields.js';
import { EventTableDeclaration } from '../../web-events/days/event-tables.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { total } from '../kernel/stats/figures.js';
import { PROVIDERS, type Provider } from './networks/networks.js';
import { PIXEL_EVENTS } from './stats/pixel-events.js';
import { type OwnFigures, PixelStatsRepository } from './stats/pixel-stats.repository.js';

const TOP = 5;

class ProviderFigures {
  @IsIn(PROVIDERS) provider!: Provider;
  @IsInt() events!: number;
}

class TopPixelView {
  @Uuid() pixel_id!: string;
  @IsString() name!: string;
  @IsInt() events!: number;
}

class PixelsFigures {
  /** Now, as `attachments`. */
  @IsInt() pixels!: number;
  @IsInt() attachments!: number;
  @IsInt() events!: number;
  /** Summed over days and pixels. */
  @IsInt() visitors!: number;
  /** Fetched by proxies of mail services. */
  @IsInt() proxied!: number;
  @ListOf(() => ProviderFigures) events_by_provider!: ProviderFigures[];
  @ListOf(() => TopPixelView) top_pixels!: TopPixelView[];
  /** Active ones that are attached or own, and had no event in the last seven days. */
  @IsInt() silent_pixels!: number;
}

@AppProvider()
export class PixelsStats extends AppStats {
  readonly shape = PixelsFigures;

  constructor(private readonly stats: PixelStatsRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<PixelsFigures> {
    const pixels = (await this.stats.ofOwner(userId, days)).sort((a, b) => b.events - a.events);
    const busy = pixels.filter(({ events }) => events > 0);
    const byProvider = [...new Set(busy.map(({ provider }) => provider))].map((provider) => ({
      provider,
      events: total(
        busy.filter((pixel) => pixel.provider === provider),
        'events',
      ),
    }));
    return {
      pixels: pixels.length,
      attachments: total(pixels, 'attachments'),
      events: total(pixels, 'events'),
      visitors: total(pixels, 'visitors'),
      proxied: total(pixels, 'proxied'),
      events_by_provider: byProvider.sort((a, b) => b.events - a.events),
      top_pixels: busy.slice(0, TOP).map(({ pixel_id, name, events }) => ({ pixel_id, name, events })),
      silent_pixels: pixels.filter(isSilent).length,
    };
  }
}

const isSilent = ({ status, provider, attachments, is_silent }: OwnFigures) =>
  is_silent && status === 'active' && (provider === 'own' || attachments > 0);

/** The events, which the roll-up job counts by day. */
@AppProvider()
export class PixelEvents extends EventTableDeclaration {
  readonly events = PIXEL_EVENTS;
}
