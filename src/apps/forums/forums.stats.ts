import { IsInt, IsNumber, IsString } from 'class-validator';
import { AppProvider } from '../kernel/app-provider.js';
import { ListOf, Nullable, Uuid } from '../../platform/http/fields.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { StatsRepository } from './stats.repository.js';

class TopTopic {
  @Uuid() id!: string;
  @Uuid() forum_id!: string;
  @IsString() title!: string;
  @IsInt() posts!: number;
}

export class ForumsFigures {
  /** At this moment. */
  @IsInt() members!: number;
  @IsInt() new_members!: number;
  @IsInt() active_members!: number;
  @IsInt() topics!: number;
  @IsInt() posts!: number;
  @Nullable() @IsNumber() median_minutes_to_first_reply!: number | null;
  @IsInt() unanswered!: number;
  /** Of topics in categories where there are solutions; null where there are none. */
  @Nullable() @IsNumber() solved_rate!: number | null;
  @IsInt() flags!: number;
  @Nullable() @IsNumber() median_minutes_to_resolve!: number | null;
  @ListOf(() => TopTopic) top_topics!: TopTopic[];
}

/** Figures of an owner over all their forums. */
@AppProvider()
export class ForumsStats extends AppStats {
  readonly shape = ForumsFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<ForumsFigures> {
    const [now, top_topics] = await Promise.all([
      this.figures.now(userId, from, to),
      this.figures.top(userId, from, to),
    ]);
    return { ...now, top_topics };
  }
}
