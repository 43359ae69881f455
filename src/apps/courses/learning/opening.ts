import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { allowedBySiteRole, seesAsAdmin } from '../../kernel/calls/site-role.js';
import { EnrollmentRepository } from '../access/enrollment.repository.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { LinkedLessons } from '../curriculum/linked-lessons.js';
import type { Course } from '../entities/course.entity.js';
import type { Enrollment } from '../entities/enrollment.entity.js';
import type { Lesson } from '../entities/lesson.entity.js';
import { LearningRepository } from './learning.repository.js';
import { LessonPath } from './lesson-path.js';

export interface Opened {
  lesson: Lesson;
  course: Course;
  /** Of a student who is there; undefined for the teacher and for who only has a look. */
  enrollment: Enrollment | undefined;
  path: LessonPath;
}

/** Who may open a lesson, and when. */
@AppProvider()
export class Opening {
  constructor(
    private readonly learning: LearningRepository,
    private readonly courses: CourseRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly linked: LinkedLessons,
  ) {}

  /**
   * `preview`: free lessons are open without an enrollment; `asStudent`: an enrollment is required, also of the owner.
   */
  async open(lessonId: string, caller: Caller | undefined, how: { preview?: boolean; asStudent?: boolean } = {}) {
    const lesson = await this.learning.lesson(lessonId);
    if (!lesson) throw notFound('Lesson');
    const course = (await this.courses.find(lesson.course_id)) as Course;
    if ((!lesson.published || lesson.removed_at) && !mayManage(course, caller)) throw notFound('Lesson');
    const known = caller && (await this.enrollments.find(course.id, caller.id));
    if (how.asStudent && !known) throw notFound('Enrollment');
    const enrollment = known?.status === 'active' ? known : undefined;
    const path = await this.path(course, known?.id ?? null);
    const isPreview = how.preview && lesson.preview && course.status === 'published';
    const refusal = isPreview ? undefined : refusalOf(lesson, known, path);
    if (refusal && (how.asStudent || !mayManage(course, caller))) throw refusal;
    return { lesson, course, enrollment, path } satisfies Opened;
  }

  async path(course: Course, enrollmentId: string | null): Promise<LessonPath> {
    const steps = await this.learning.steps(course.id, enrollmentId);
    const gone = await this.linked.goneAmong(steps);
    return new LessonPath(steps, new Set(gone), course.sequential);
  }
}

export const isTaughtBy = ({ owner_id }: Pick<Course, 'owner_id'>, caller: Caller | undefined) =>
  caller?.id === owner_id || seesAsAdmin(caller);

const mayManage = ({ owner_id }: Pick<Course, 'owner_id'>, caller: Caller | undefined) =>
  caller?.id === owner_id || allowedBySiteRole(caller);

function refusalOf({ id }: Lesson, enrollment: Enrollment | undefined, path: LessonPath): Refusal | undefined {
  if (!enrollment) return new Refusal(409, 'Enroll in the course to open this lesson');
  if (enrollment.status !== 'active') return new Refusal(409, 'Your access has ended');
  const reason = path.reason(id);
  return reason ? new Refusal(409, reason) : undefined;
}
