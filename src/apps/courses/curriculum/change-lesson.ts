import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { type Course, teacherOf } from '../entities/course.entity.js';
import type { CourseModule } from '../entities/course-module.entity.js';
import type { Lesson, LessonKind } from '../entities/lesson.entity.js';
import { CurriculumChanges } from './curriculum-changes.js';
import type { NewLesson, ChangedLesson } from './lesson.inputs.js';
import { LessonFiles } from './lesson-files.js';
import { LessonRepository } from './lesson.repository.js';
import { isLinkedKind, LinkedLessons } from './linked-lessons.js';

const LESSONS = 1000;
const NAMES: { [kind in LessonKind]?: string } = { live_session: 'live session' };

/** A lesson as it would be after a change. */
type Draft = Pick<Lesson, 'kind' | 'body' | 'file_id' | 'ref_id' | 'published'>;

/** Lessons are made and changed by the same rules. The course is locked. */
@AppProvider()
export class ChangeLesson {
  constructor(
    private readonly lessons: LessonRepository,
    private readonly linked: LinkedLessons,
    private readonly files: LessonFiles,
    private readonly changes: CurriculumChanges,
  ) {}

  async create(course: Course, module: CourseModule, input: NewLesson): Promise<Lesson> {
    const { kind, title, duration_seconds, preview, required } = input;
    const { body = '', file_id = null, ref_id = null, published = false, attachment_ids = [] } = input;
    if (isLinkedKind(kind) && !ref_id) throw new Refusal(400, 'This kind of lesson needs ref_id');
    const draft = { kind, body, file_id, ref_id: isLinkedKind(kind) ? ref_id : null, published };
    const { count, next } = await this.lessons.places(course.id, module.id);
    await this.files.expect(course, [...(file_id ? [file_id] : []), ...attachment_ids]);
    await this.checkLink(course, draft);
    if (published) expectContent(draft);
    if (count >= LESSONS) throw new Refusal(409, 'Lesson limit reached');
    const place = { course_id: course.id, module_id: module.id, position: next };
    const fields = { title, duration_seconds, preview, required };
    const lesson = await this.lessons.insert({ ...place, ...draft, ...fields });
    await this.files.give(course, lesson.id, file_id, attachment_ids);
    await this.changes.made(course.id);
    return lesson;
  }

  async update(course: Course, lesson: Lesson, input: ChangedLesson): Promise<Lesson> {
    if (lesson.removed_at) throw notFound('Lesson');
    const { attachment_ids, notify_students: _, ...fields } = input;
    const isLinked = isLinkedKind(lesson.kind);
    if (isLinked && fields.ref_id === null) throw new Refusal(400, 'This kind of lesson needs ref_id');
    if (!isLinked) delete fields.ref_id;
    const now: Draft & ChangedLesson = { ...lesson, ...fields };
    const isOther = fields.ref_id !== undefined && fields.ref_id !== lesson.ref_id;
    const changesFiles = fields.file_id !== undefined || attachment_ids !== undefined;
    const attachments = attachment_ids ?? (changesFiles ? await this.attachmentsOf(lesson.id) : []);
    const main = now.file_id ? [now.file_id] : [];
    if (changesFiles) await this.files.expect(course, [...main, ...attachments], lesson.id);
    if (isOther) await this.checkLink(course, now, lesson.id);
    if (now.published) expectContent(now);
    const updated = await this.lessons.update(lesson.id, fields);
    if (changesFiles) await this.files.give(course, lesson.id, now.file_id, attachments);
    await this.changes.made(course.id);
    return updated;
  }

  /** What somebody's progress or words stand on stays, out of sight; the rest goes, with its files. */
  async remove(course: Course, ids: string[]): Promise<void> {
    const files = await this.files.of(ids);
    const gone = new Set(await this.lessons.remove(ids));
    await this.files.drop(files.filter(({ lesson_id }) => gone.has(lesson_id)).map(({ id }) => id));
    await this.changes.made(course.id);
  }

  private async checkLink(course: Course, { kind, ref_id }: Draft, id?: string): Promise<void> {
    if (!ref_id) return;
    await this.linked.expect(kind, ref_id, teacherOf(course));
    if (!(await this.lessons.isLinked(course.id, ref_id, id))) return;
    throw new Refusal(409, `This ${NAMES[kind] ?? kind} is already a lesson of the course`);
  }

  private async attachmentsOf(lessonId: string): Promise<string[]> {
    const files = await this.files.of([lessonId]);
    return files.filter(({ purpose }) => purpose === 'attachment').map(({ id }) => id);
  }
}

/** What its kind lives by: words, a file, or something in another app. */
function expectContent({ kind, body, file_id, ref_id }: Draft): void {
  const has = isLinkedKind(kind) ? ref_id : kind === 'text' ? body.trim() : file_id;
  if (!has) throw new Refusal(409, 'Lesson has no content yet');
}
