import { IsInt, IsString, Max, Min } from 'class-validator';
import { Nested, Optional, Time, Uuid, Written } from '../../../platform/http/input/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CourseNews } from '../course-news.js';
import type { Course } from '../entities/course.entity.js';
import { ReviewRepository } from '../talk/review.repository.js';
import { COURSE } from '../targets.js';

class Input {
  @Uuid() course_id!: string;
  @IsInt() @Min(1) @Max(5) rating!: number;
  @Optional() @Written(0, 4000) body?: string;
}

class OwnReview {
  @Uuid() id!: string;
  @Uuid() owner_id!: string;
  @Uuid() course_id!: string;
  @IsInt() rating!: number;
  @IsString() body!: string;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

class Result {
  @Nested(() => OwnReview) review!: OwnReview;
}

@Action('review-course', {
  access: 'authenticated',
  target: COURSE,
  changes: true,
  description: 'Rates and reviews a course as a student; a second review replaces the first.',
  input: Input,
  result: Result,
  refuses: { 404: ['Enrollment not found'], 409: ['Complete a lesson before you review'] },
})
export class ReviewCourse {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly courses: CourseRepository,
    private readonly news: CourseNews,
  ) {}

  async run({ input: { rating, body = '' }, caller, target: course }: Call<Input, Course>) {
    const mayReview = await this.reviews.mayReview(course.id, caller.id);
    if (mayReview === undefined) throw notFound('Enrollment');
    if (!mayReview) throw new Refusal(409, 'Complete a lesson before you review');
    const before = await this.reviews.own(course.id, caller.id);
    if (before?.rating === rating && before.body === body) return { review: before };
    const review = await this.reviews.write(course.id, caller.id, rating, body);
    await this.courses.rate(course.id, rating - (before?.rating ?? 0), before ? 0 : 1);
    this.news.reviewed(course, caller.id, rating);
    return { review };
  }
}
