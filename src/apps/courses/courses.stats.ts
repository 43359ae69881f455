import { IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { AppProvider } from '../kernel/app-provider.js';
import { ListOf, Nullable, Uuid } from '../../platform/http/fields.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { byCurrency, rate } from '../kernel/stats/figures.js';
import { money } from '../kernel/selling/prices.js';
import { StatsRepository } from './stats.repository.js';

class StoppedAt {
  @Uuid() course_id!: string;
  @Uuid() lesson_id!: string;
  @IsString() title!: string;
  @IsInt() students!: number;
}

class TopCourse {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsNumber() revenue!: number;
  @IsString() currency!: string;
  @IsInt() sales!: number;
}

export class CoursesFigures {
  @IsInt() courses_published!: number;
  @IsInt() enrollments!: number;
  /** How many by each source. */
  @IsObject() enrollments_by_source!: object;
  @IsInt() students_active!: number;
  @IsInt() completions!: number;
  /** Of those who enrolled in these days; null where nobody did. */
  @Nullable() @IsNumber() completion_rate!: number | null;
  @Nullable() @IsNumber() average_progress!: number | null;
  /** By currency. */
  @IsObject() revenue!: object;
  @IsObject() discounts!: object;
  @IsObject() refunds!: object;
  /** Paid of opened; null where none was opened. */
  @Nullable() @IsNumber() checkout_conversion!: number | null;
  @Nullable() @IsNumber() average_rating!: number | null;
  @IsInt() unanswered_questions!: number;
  @ListOf(() => StoppedAt) drop_off!: StoppedAt[];
  @ListOf(() => TopCourse) top_courses!: TopCourse[];
}

/** A teacher's figures. */
@AppProvider()
export class CoursesStats extends AppStats {
  readonly shape = CoursesFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<CoursesFigures> {
    const [now, sources, sums, dropOff, top] = await Promise.all([
      this.figures.now(userId, from, to),
      this.figures.sources(userId, from, to),
      this.figures.money(userId, from, to),
      this.figures.dropOff(userId),
      this.figures.top(userId, from, to),
    ]);
    const { enrolled, enrolled_completed, opened, paid, ...rest } = now;
    return {
      ...rest,
      enrollments: enrolled,
      enrollments_by_source: Object.fromEntries(sources.map(({ source, count }) => [source, count])),
      completion_rate: rate(enrolled_completed, enrolled),
      revenue: byCurrency(sums, 'revenue'),
      discounts: byCurrency(sums, 'discounts'),
      refunds: byCurrency(sums, 'refunds'),
      checkout_conversion: rate(paid, opened),
      drop_off: dropOff,
      top_courses: top.map(({ revenue_minor, ...course }) => ({
        ...course,
        revenue: money(revenue_minor, course.currency),
      })),
    };
  }
}
