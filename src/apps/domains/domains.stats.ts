import { IsInt, IsNumber } from 'class-validator';
import { IsPlainObject, Nullable } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { StatsRepository } from './stats.repository.js';

/** All but the last two are numbers of this moment. */
class DomainsFigures {
  @IsInt() domains!: number;
  @IsInt() verified!: number;
  @IsInt() pending!: number;
  @IsInt() failed!: number;
  @IsInt() lapsed!: number;
  /** Verified, with a routing that is wrong or missing. */
  @IsInt() routing_problems!: number;
  /** Verified, with a target. */
  @IsInt() mapped!: number;
  /** Of the mapped ones, by target_app. */
  @IsPlainObject() by_target!: object;
  /** Those that are kept: the newest hundred of each domain. */
  @IsInt() checks!: number;
  /** Of the domains verified in these days; null without any. */
  @Nullable() @IsNumber() median_minutes_to_verify!: number | null;
}

@AppProvider()
export class DomainsStats extends AppStats {
  readonly shape = DomainsFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<DomainsFigures> {
    const [counts, checks, waits] = await Promise.all([
      this.figures.counts(userId),
      this.figures.checks(userId, days),
      this.figures.waits(userId, days),
    ]);
    return { ...counts, ...checks, ...waits };
  }
}
