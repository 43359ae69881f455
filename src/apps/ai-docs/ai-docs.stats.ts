import { IsBoolean, IsIn, IsInt, IsNumber } from 'class-validator';
import { ListOf, Nullable } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { rate } from '../kernel/stats/figures.js';
import { METHODS, type Method, type Operation, OPERATIONS } from './entities/run.entity.js';
import { ProviderService } from './provider/provider.service.js';
import { FiguresRepository } from './runs/figures.repository.js';

class RunsFigure {
  @IsIn(OPERATIONS) operation!: Operation;
  @IsIn(METHODS) method!: Method;
  @IsInt() runs!: number;
}

class AiDocsFigures {
  /** At this moment; neither archived nor deleted. */
  @IsInt() docs!: number;
  @IsInt() words!: number;
  /** Begun in these days; so are those that follow. */
  @ListOf(() => RunsFigure) runs!: RunsFigure[];
  /** Proposals that were put into a document, and their part of what was written and rewritten; null when nothing was. */
  @IsInt() applied!: number;
  @Nullable() @IsNumber() apply_rate!: number | null;
  /** The part of the questions for which nothing was found; null when nothing was asked. */
  @Nullable() @IsNumber() no_match_rate!: number | null;
  @IsInt() failed!: number;
  @IsInt() tokens!: number;
  /** In this month. */
  @IsInt() tokens_left!: number;
  /** From the question to the result, of completed runs of the provider; null when there are none. */
  @Nullable() @IsNumber() median_seconds!: number | null;
  /** False: `generate-text` and `rewrite-text` answer 503. */
  @IsBoolean() provider_configured!: boolean;
}

@AppProvider()
export class AiDocsStats extends AppStats {
  readonly shape = AiDocsFigures;

  constructor(
    private readonly figures: FiguresRepository,
    private readonly provider: ProviderService,
  ) {
    super();
  }

  async of(userId: string, days: Days): Promise<AiDocsFigures> {
    const [now, runs, sums] = await Promise.all([
      this.figures.now(userId),
      this.figures.runs(userId, days),
      this.figures.sums(userId, days),
    ]);
    const { proposals, asked, unmatched, ...shown } = sums;
    return {
      docs: now.docs,
      words: now.words,
      runs,
      ...shown,
      apply_rate: rate(shown.applied, proposals),
      no_match_rate: rate(unmatched, asked),
      tokens_left: Math.max(this.provider.monthlyTokens - now.tokens, 0),
      provider_configured: this.provider.isConfigured,
    };
  }
}
