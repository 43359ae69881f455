import { IsInt, IsNumber, IsObject, IsString, Max, Min } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/input/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { EnrollmentRepository } from '../access/enrollment.repository.js';
import { PersonView } from '../../kernel/rows/person.js';
import { ratingOf } from '../../kernel/selling/views.js';
import type { Course } from '../entities/course.entity.js';
import { isTaughtBy } from '../learning/opening.js';
import { ReviewRepository } from '../talk/review.repository.js';
import { COURSE } from '../targets.js';

class Input extends Page {
  @Uuid() course_id!: string;
  @Optional() @IsInt() @Min(1) @Max(5) rating?: number;
}

class ReviewView {
  @Uuid() id!: string;
  @Uuid() course_id!: string;
  @IsInt() rating!: number;
  @IsString() body!: string;
  @Nested(() => PersonView) reviewer!: PersonView;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

class Summary {
  @Nullable() @IsNumber() average!: number | null;
  @IsInt() count!: number;
  /** How many gave one star, two, and so on. */
  @IsObject() by_rating!: object;
}

class Result {
  @ListOf(() => ReviewView) reviews!: ReviewView[];
  @Nested(() => Summary) summary!: Summary;
  @Nullable() @IsString() next_cursor!: string | null;
}

@Action('list-reviews', {
  access: 'public',
  target: COURSE,
  description: 'What students say of a course, newest first.',
  input: Input,
  result: Result,
})
export class ListReviews {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly enrollments: EnrollmentRepository,
  ) {}

  async run({ input, caller, target: course }: PublicCall<Input, Course>) {
    if (course.status !== 'published' && !isTaughtBy(course, caller)) {
      if (!caller || !(await this.enrollments.find(course.id, caller.id))) throw notFound('Course');
    }
    const [{ rows, next_cursor }, by_rating] = await Promise.all([
      this.reviews.list(course.id, input.rating, pageQuery(input)),
      this.reviews.byRating(course.id),
    ]);
    return { reviews: rows, summary: { ...ratingOf(course), by_rating }, next_cursor };
  }
}
