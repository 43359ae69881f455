import type { Caller } from '../../../platform/access/access.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import type { Course } from '../catalogue/course.entity.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { LessonRepository } from '../curriculum/lesson.repository.js';
import { LinkedLessonsService } from '../curriculum/linked-lessons.service.js';
import type { Enrollment } from '../enrollments/enrollment.entity.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { LessonPath } from './lesson-path.js';
import { ProgressRepository } from './progress.repository.js';

/** What `open` refuses with 409. */
export const LESSON_REFUSALS = [
  'Enroll in the course to open this lesson',
  'Your access has ended',
  'Lesson opens on {date}',
  'Complete {title} first',
];

/** Who may open a lesson, and when. */
@AppProvider()
export class LessonAccessService {
  constructor(
    private readonly progress: ProgressRepository,
    private readonly courses: CourseRepository,
    private readonly lessons: LessonRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly linked: LinkedLessonsService,
  ) {}

  /**
   * `preview`: free lessons are open without an enrollment; `asStudent`: an enrollment is required, also of the owner.
   * The enrollment is undefined for the teacher and for somebody who only sees a preview.
   */
  async open(lessonId: string, caller: Caller | undefined, how: { preview?: boolean; asStudent?: boolean } = {}) {
    const lesson = await this.lessons.the({ id: lessonId }, 'Lesson');
    const course = await this.courses.the({ id: lesson.course_id }, 'Course');
    if ((!lesson.published || lesson.removed_at) && !mayManage(course, caller)) throw notFound('Lesson');
    const known = caller && (await this.enrollments.current(course.id, caller.id));
    if (how.asStudent && !known) throw notFound('Enrollment');
    const enrollment = known?.status === 'active' ? known : undefined;
    const path = await this.path(course, known?.id ?? null);
    const isPreview = how.preview && lesson.preview && course.status === 'published';
    const reason = isPreview ? undefined : reasonAgainst(known, path, lesson.id);
    if (reason !== undefined && (how.asStudent || !mayManage(course, caller))) throw new Refusal(409, reason);
    return { lesson, course, enrollment, path };
  }

  async path(course: Course, enrollmentId: string | null): Promise<LessonPath> {
    const steps = await this.progress.steps(course.id, enrollmentId);
    const gone = await this.linked.goneAmong(steps);
    return new LessonPath(steps, new Set(gone), course.sequential);
  }
}

const mayManage = ({ owner_id }: Pick<Course, 'owner_id'>, caller: Caller | undefined) =>
  caller?.id === owner_id || allowedBySiteRole(caller);

function reasonAgainst(enrollment: Enrollment | undefined, path: LessonPath, lessonId: string): string | undefined {
  if (!enrollment) return 'Enroll in the course to open this lesson';
  return enrollment.status === 'active' ? path.reason(lessonId) : 'Your access has ended';
}
