import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { viewOf } from '../../kernel/rows/view.js';
import { ReviewInput } from '../../kernel/stars/review.views.js';
import { COURSE, type Course } from '../catalogue/course.entity.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { CourseReview } from '../reviews/review.entity.js';
import { ReviewRepository } from '../reviews/review.repository.js';

class Input extends ReviewInput {
  @Uuid() course_id!: string;
}

class OwnReview extends viewOf(CourseReview) {}

class Result extends answerWith('review', () => OwnReview) {}

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
    private readonly enrollments: EnrollmentRepository,
    private readonly notifications: CourseNotificationsService,
  ) {}

  async run({ input: { rating, body = '' }, caller, target: course }: Call<Input, Course>) {
    const hasLearned = await this.enrollments.hasCompletedLesson(course.id, caller.id);
    if (hasLearned === undefined) throw notFound('Enrollment');
    if (!hasLearned) throw new Refusal(409, 'Complete a lesson before you review');
    const { review, isNew } = await this.reviews.write(course.id, caller.id, { rating, body });
    if (isNew) this.notifications.notifyReviewed(course, caller.id, rating);
    return { review };
  }
}
