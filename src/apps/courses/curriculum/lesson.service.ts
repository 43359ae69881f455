import { JobsService } from '../../../jobs/jobs.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { ListOf } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { type Course, teacherOf } from '../catalogue/course.entity.js';
import { NotifyOfLesson } from '../jobs/notify-of-lesson.job.js';
import { CurriculumChangesService } from './curriculum-changes.service.js';
import { FileView, LessonFilesService } from './lesson-files.service.js';
import { type CourseModule, Lesson, type LessonKind } from './lesson.entity.js';
import type { ChangedLesson, LessonFields, NewLesson } from './lesson.inputs.js';
import { LessonRepository } from './lesson.repository.js';
import { isLinkedKind, LinkedLessonsService } from './linked-lessons.service.js';

const LESSONS = 1000;
const NAMES: { [kind in LessonKind]?: string } = { live_session: 'live session' };

export class LessonView extends viewOf(Lesson) {
  @ListOf(() => FileView) attachments!: FileView[];
}

/** A lesson as it would be after a change. */
type Draft = Pick<Lesson, 'kind' | 'body' | 'file_id' | 'ref_id' | 'published'>;

/** Lessons are made and changed by the same rules. The course is locked. */
@AppProvider()
export class LessonService {
  constructor(
    private readonly lessons: LessonRepository,
    private readonly linked: LinkedLessonsService,
    private readonly files: LessonFilesService,
    private readonly changes: CurriculumChangesService,
    private readonly jobs: JobsService,
    private readonly notifyOfLesson: NotifyOfLesson,
  ) {}

  async create(course: Course, module: CourseModule, input: NewLesson): Promise<LessonView> {
    const { kind, title, duration_seconds, preview, required } = input;
    const { body = '', file_id = null, ref_id = null, published = false, attachment_ids = [] } = input;
    if (isLinkedKind(kind) && !ref_id) throw new Refusal(400, 'This kind of lesson needs ref_id');
    const draft = { kind, body, file_id, ref_id: isLinkedKind(kind) ? ref_id : null, published };
    const { count, next: position } = await this.lessons.countOf(course.id, module.id);
    await this.files.expect(course, [...(file_id ? [file_id] : []), ...attachment_ids]);
    await this.checkLink(course, draft);
    if (published) expectContent(draft);
    if (count >= LESSONS) throw new Refusal(409, 'Lesson limit reached');
    const fields = { title, duration_seconds, preview, required };
    const place = { course_id: course.id, module_id: module.id, position };
    const lesson = await this.lessons.insert({ ...place, ...draft, ...fields });
    await this.files.give(course, lesson.id, file_id, attachment_ids);
    await this.changes.record(course.id);
    return this.notifyAndPresent(lesson, input);
  }

  async update(course: Course, lesson: Lesson, input: ChangedLesson): Promise<LessonView> {
    if (lesson.removed_at) throw notFound('Lesson');
    const { lesson_id: _, attachment_ids, notify_students: __, ...fields } = input;
    const isLinked = isLinkedKind(lesson.kind);
    if (isLinked && fields.ref_id === null) throw new Refusal(400, 'This kind of lesson needs ref_id');
    if (!isLinked) delete fields.ref_id;
    const now = { ...lesson, ...fields };
    const isOther = fields.ref_id !== undefined && fields.ref_id !== lesson.ref_id;
    const changesFiles = fields.file_id !== undefined || attachment_ids !== undefined;
    const attachments = attachment_ids ?? (changesFiles ? await this.attachmentIds(lesson.id) : []);
    const main = now.file_id ? [now.file_id] : [];
    if (changesFiles) await this.files.expect(course, [...main, ...attachments], lesson.id);
    if (isOther) await this.checkLink(course, now, lesson.id);
    if (now.published) expectContent(now);
    const updated = (await this.lessons.updateOne({ id: lesson.id }, { ...fields, updated_at: NOW })) as Lesson;
    if (changesFiles) await this.files.give(course, lesson.id, now.file_id, attachments);
    await this.changes.record(course.id);
    return this.notifyAndPresent(updated, input);
  }

  /** Lessons with progress or comments stay, out of sight; the others are deleted with their files. */
  async remove(course: Course, ids: string[]): Promise<void> {
    const files = await this.files.of(ids);
    const deleted = new Set<string | null>(await this.lessons.remove(ids));
    await this.files.drop(files.filter(({ lesson_id }) => deleted.has(lesson_id)).map(({ file_id }) => file_id));
    await this.changes.record(course.id);
  }

  private async notifyAndPresent(lesson: Lesson, { notify_students }: LessonFields): Promise<LessonView> {
    if (lesson.published && notify_students) await this.jobs.enqueue(this.notifyOfLesson, { lesson_id: lesson.id });
    return { ...present(LessonView, lesson), attachments: await this.files.attachmentsOf(lesson.id) };
  }

  private async attachmentIds(lessonId: string): Promise<string[]> {
    return (await this.files.attachmentsOf(lessonId)).map(({ id }) => id);
  }

  private async checkLink(course: Course, { kind, ref_id }: Draft, id?: string): Promise<void> {
    if (!ref_id) return;
    await this.linked.expect(kind, ref_id, teacherOf(course));
    if (!(await this.lessons.isLinked(course.id, ref_id, id))) return;
    throw new Refusal(409, `This ${NAMES[kind] ?? kind} is already a lesson of the course`);
  }
}

/** A lesson is published only with what its kind shows: a text, a file, or something in another app. */
function expectContent({ kind, body, file_id, ref_id }: Draft): void {
  const has = isLinkedKind(kind) ? ref_id : kind === 'text' ? body.trim() : file_id;
  if (!has) throw new Refusal(409, 'Lesson has no content yet');
}
