import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import type { FileView, OpenFileView } from '../courses.views.js';
import { type Course, teacherOf } from '../entities/course.entity.js';
import type { FilePurpose } from '../entities/lesson-file.entity.js';
import { isContentType, isPicture, mayRun } from '../../kernel/files/file-types.js';
import { type FileRow, LessonFileRepository } from './lesson-file.repository.js';

const HOURS_2 = 2 * 60 * 60;
const HOURS_4 = 4 * 60 * 60;
const COVER_BYTES = 20 * 1024 * 1024;

export interface NewUpload {
  purpose: FilePurpose;
  filename: string;
  content_type: string;
  size_bytes: number;
}

/** What lessons show and hand out. A file belongs to one lesson, and goes with it. */
@AppProvider()
export class LessonFiles {
  constructor(
    private readonly rows: LessonFileRepository,
    private readonly files: FilesService,
  ) {}

  async promise(course: Course, { purpose, filename, content_type, size_bytes }: NewUpload) {
    const isCover = purpose === 'cover';
    const isAllowed = isCover ? isPicture(content_type) : isContentType(content_type);
    if (!isAllowed || mayRun(content_type, filename)) throw new Refusal(400, 'This content type is not allowed');
    if (isCover && size_bytes > COVER_BYTES)
      throw invalid({
        field: 'size_bytes',
        message: `size_bytes of a cover must not be above ${COVER_BYTES}`,
      });
    const { id, name, upload_url, expires_at } = await this.files.startUpload({
      owner_id: teacherOf(course),
      name: filename,
      type: content_type,
      size: size_bytes,
      seconds: HOURS_2,
      picture: isCover,
    });
    await this.rows.insert({ course_id: course.id, file_id: id, purpose, name, size_bytes, content_type });
    return { file: { id, name }, upload_url, expires_at };
  }

  async takeCover(course: Course, fileId: string): Promise<void> {
    const [file] = await this.rows.lock(course.id, [fileId]);
    if (file?.purpose !== 'cover' || !(await this.haveArrived(course, [fileId]))) throw notFound('File');
    await this.files.attach([fileId], teacherOf(course));
  }

  /** Uploads of the course that have come, and that no other lesson has. */
  async expect(course: Course, fileIds: string[], lessonId: string | null = null): Promise<void> {
    if (!fileIds.length) return;
    const known = await this.rows.lock(course.id, fileIds);
    const isFree = known.every(
      ({ lesson_id, purpose }) => purpose !== 'cover' && (lesson_id === null || lesson_id === lessonId),
    );
    if (known.length !== fileIds.length || !isFree || !(await this.haveArrived(course, fileIds)))
      throw notFound('File');
  }

  /** Exactly these, of which some may be its own already; what it had beside them goes. */
  async give(course: Course, lessonId: string, main: string | null, attachments: string[]): Promise<void> {
    const wanted = [...(main ? [main] : []), ...attachments];
    const had = new Set((await this.rows.ofLessons([lessonId])).map(({ id }) => id));
    await this.drop([...had].filter((id) => !wanted.includes(id)));
    const added = wanted.filter((id) => !had.has(id));
    if (added.length) await this.files.attach(added, teacherOf(course));
    await this.rows.give(main ? [main] : [], lessonId, 'main');
    await this.rows.give(attachments, lessonId, 'attachment');
  }

  of(lessonIds: string[]): Promise<FileRow[]> {
    return this.rows.ofLessons(lessonIds);
  }

  async drop(fileIds: string[]): Promise<void> {
    if (!fileIds.length) return;
    await this.rows.forget(fileIds);
    await this.files.release(fileIds);
  }

  /** With addresses that work for four hours. */
  open(files: FileRow[]): OpenFileView[] {
    return files.map((row) => {
      const { id, purpose, name } = row;
      const manner = { seconds: HOURS_4, name, inline: purpose === 'main' };
      return { ...fileView(row), ...this.files.downloadable(id, manner) };
    });
  }

  private async haveArrived(course: Course, fileIds: string[]): Promise<boolean> {
    return (await this.files.arrived(fileIds, teacherOf(course))).length === fileIds.length;
  }
}

export function fileView(row: FileRow): FileView {
  const { lesson_id: _, ...file } = row;
  return file;
}
