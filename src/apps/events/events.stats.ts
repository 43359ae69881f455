import { IsInt, IsNumber, IsObject } from 'class-validator';
import { Nullable } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { money } from '../kernel/selling/prices.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { byCurrency, rate } from '../kernel/stats/figures.js';
import { StatsRepository } from './stats.repository.js';

export class EventsFigures {
  @IsInt() events_published!: number;
  /** At this moment. */
  @IsInt() events_upcoming!: number;
  /** Valid tickets of orders that were confirmed in these days. */
  @IsInt() tickets_sold!: number;
  @IsInt() tickets_checked_in!: number;
  /** Of the events that started in these days; null where they have no valid tickets. */
  @Nullable() @IsNumber() check_in_rate!: number | null;
  @IsInt() orders_confirmed!: number;
  /** By currency: `{ gross, refunded, net }` of what was paid in these days. */
  @IsObject() revenue!: object;
  /** By currency, at this moment. */
  @IsObject() refunds_due!: object;
  /** At this moment. */
  @IsInt() waitlist_waiting!: number;
}

/** The figures of an organiser. */
@AppProvider()
export class EventsStats extends AppStats {
  readonly shape = EventsFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<EventsFigures> {
    const [events, { came, expected, ...tickets }, orders] = await Promise.all([
      this.figures.events(userId, from, to),
      this.figures.tickets(userId, from, to),
      this.figures.orders(userId, from, to),
    ]);
    const revenue = orders
      .filter(({ gross }) => gross > 0)
      .map(({ currency, gross, refunded }) => [
        currency,
        { gross: money(gross, currency), refunded: money(refunded, currency), net: money(gross - refunded, currency) },
      ]);
    const owing = orders.filter(({ due }) => due > 0);
    return {
      ...events,
      ...tickets,
      check_in_rate: rate(came, expected),
      orders_confirmed: orders.reduce((sum, { confirmed }) => sum + confirmed, 0),
      revenue: Object.fromEntries(revenue),
      refunds_due: byCurrency(owing, 'due'),
    };
  }
}
