import { IsInt, IsNumber, IsObject } from 'class-validator';
import { Nested, Nullable } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { money } from '../kernel/selling/prices.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { byCurrency, rate } from '../kernel/stats/figures.js';
import { StatsRepository } from './stats.repository.js';

class Cancellations {
  @IsInt() by_participant!: number;
  @IsInt() by_host!: number;
}

export class LiveSessionsFigures {
  @IsInt() sessions_held!: number;
  /** The planned hours of those. */
  @IsNumber() hours_hosted!: number;
  @IsInt() sessions_upcoming!: number;
  @IsInt() bookings_confirmed!: number;
  /** Null where no group session has ended. */
  @Nullable() @IsNumber() seat_fill_rate!: number | null;
  /** Null where nobody's attendance is known. */
  @Nullable() @IsNumber() attendance_rate!: number | null;
  @IsInt() no_shows!: number;
  @Nested(() => Cancellations) cancellations!: Cancellations;
  /** By currency: `{ gross, refunded, net }` of what was paid in these days. */
  @IsObject() revenue!: object;
  /** By currency, at this moment. */
  @IsObject() refunds_due!: object;
}

/** The figures of a host. */
@AppProvider()
export class LiveSessionsStats extends AppStats {
  readonly shape = LiveSessionsFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<LiveSessionsFigures> {
    const [sessions, bookings, sums] = await Promise.all([
      this.figures.sessions(userId, from, to),
      this.figures.bookings(userId, from, to),
      this.figures.money(userId, from, to),
    ]);
    const { seconds_hosted, group_booked, group_seats, ...counts } = sessions;
    const { by_participant, by_host, attended, ...booked } = bookings;
    const revenue = sums
      .filter(({ gross }) => gross > 0)
      .map(({ currency, gross, refunded }) => [
        currency,
        { gross: money(gross, currency), refunded: money(refunded, currency), net: money(gross - refunded, currency) },
      ]);
    return {
      ...counts,
      ...booked,
      hours_hosted: Math.round(seconds_hosted / 36) / 100,
      seat_fill_rate: rate(group_booked, group_seats),
      attendance_rate: rate(attended, attended + booked.no_shows),
      cancellations: { by_participant, by_host },
      revenue: Object.fromEntries(revenue),
      refunds_due: byCurrency(
        sums.filter(({ due }) => due > 0),
        'due',
      ),
    };
  }
}
