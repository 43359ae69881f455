import { IsInt, IsNumber, IsObject } from 'class-validator';
import { AppProvider } from '../kernel/app-provider.js';
import { Nullable } from '../../platform/http/fields.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { STATUSES } from './entities/assignment.entity.js';
import { StatsRepository } from './stats.repository.js';

export class AssignmentsFigures {
  /** How many in each state. */
  @IsObject() assignments!: object;
  /** Handed in, in these days. */
  @IsInt() submissions!: number;
  @IsInt() to_grade!: number;
  /** Of what was handed in; null where nothing was. */
  @Nullable() @IsNumber() on_time_rate!: number | null;
  /** Of those who should have handed in, in these days. */
  @Nullable() @IsNumber() missing_rate!: number | null;
  /** Of what was released. */
  @Nullable() @IsNumber() average_percent!: number | null;
  @Nullable() @IsNumber() median_hours_to_grade!: number | null;
  @IsInt() my_open!: number;
  @IsInt() my_overdue!: number;
  @Nullable() @IsNumber() my_average_percent!: number | null;
}

/** A teacher's figures, and those of who learns. */
@AppProvider()
export class AssignmentsStats extends AppStats {
  readonly shape = AssignmentsFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<AssignmentsFigures> {
    const [byStatus, taught, missing_rate, learning] = await Promise.all([
      this.figures.byStatus(userId),
      this.figures.taught(userId, from, to),
      this.figures.missingRate(userId, from, to),
      this.figures.learning(userId),
    ]);
    const counts = new Map(byStatus.map(({ status, count }) => [status, count]));
    const assignments = Object.fromEntries(STATUSES.map((status) => [status, counts.get(status) ?? 0]));
    return { assignments, ...taught, missing_rate, ...learning };
  }
}
