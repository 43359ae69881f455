import { IsInt, IsObject, IsString, Max, Min } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { ratingOf, RatingView, ReviewFields } from '../../kernel/stars/review.views.js';
import { COURSE, type Course, isTaughtBy } from '../catalogue/course.entity.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { ReviewRepository } from '../reviews/review.repository.js';

class Input extends Page {
  @Uuid() course_id!: string;
  @Optional() @IsInt() @Min(1) @Max(5) rating?: number;
}

class ReviewView extends ReviewFields {
  @Uuid() course_id!: string;
}

class RatingSummary extends RatingView {
  /** How many gave one star, two, and so on. */
  @IsObject() by_rating!: object;
}

class Result {
  @ListOf(() => ReviewView) reviews!: ReviewView[];
  @Nested(() => RatingSummary) summary!: RatingSummary;
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
      if (!caller || !(await this.enrollments.current(course.id, caller.id))) throw notFound('Course');
    }
    const [{ rows, next_cursor }, by_rating] = await Promise.all([
      this.reviews.list(course.id, pageQuery(input), input.rating),
      this.reviews.countByRating(course.id),
    ]);
    const reviews = rows.map((review) => ({ ...review, course_id: course.id }));
    return { reviews, summary: { ...ratingOf(course), by_rating }, next_cursor };
  }
}
