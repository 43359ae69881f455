import { AppProvider } from '../../kernel/app-provider.js';
import { notFound } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import type { CoursesService } from '../../contracts/courses.js';

/** The courses that quizzes belong to, which are rows of the app `courses`. */
@AppProvider()
export class QuizCoursesService {
  constructor(private readonly services: AppServices) {}

  /** Refuses a course of another owner. */
  async expectOwn(courseId: string, ownerId: string): Promise<void> {
    const [course] = (await this.courses?.describe([courseId])) ?? [];
    if (course?.owner_id !== ownerId) throw notFound('Course');
  }

  async isEnrolled(userId: string, courseId: string): Promise<boolean> {
    return (await this.courses?.isEnrolled(userId, courseId)) ?? false;
  }

  private get courses(): CoursesService | undefined {
    return this.services.of('courses');
  }
}
