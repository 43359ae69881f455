import { IsInt, IsString } from 'class-validator';
import { FilesService } from '../../../files/files.service.js';
import { Time } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppUploadsService } from '../../kernel/files/app-uploads.service.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { type Course, teacherOf } from '../catalogue/course.entity.js';
import { LessonFileRepository } from './lesson-file.repository.js';
import { LessonFile } from './lesson.entity.js';

const HOURS_4 = 4 * 60 * 60;

/** Its id is that of the file in the file store. */
export class FileView extends viewOf(LessonFile, { only: ['id', 'purpose', 'name', 'content_type'] }) {
  @IsInt() size_bytes!: number;
}

/** With an address that works for a while. */
export class OpenFileView extends FileView {
  @IsString() download_url!: string;
  @Time() expires_at!: Date;
}

/** The files of lessons. A file belongs to one lesson, and is deleted with it. */
@AppProvider()
export class LessonFilesService {
  constructor(
    private readonly rows: LessonFileRepository,
    private readonly files: FilesService,
    private readonly uploads: AppUploadsService,
  ) {}

  async takeCover(course: Course, fileId: string): Promise<void> {
    const [file] = await this.rows.lock(course.id, [fileId]);
    if (file?.purpose !== 'cover') throw notFound('File');
    await this.uploads.expectArrived([fileId], teacherOf(course));
    await this.files.attach([fileId], teacherOf(course));
  }

  /** Uploads of the course that have come, and that no other lesson has. */
  async expect(course: Course, fileIds: string[], lessonId: string | null = null): Promise<void> {
    if (!fileIds.length) return;
    const known = await this.rows.lock(course.id, fileIds);
    const isFree = known.every(
      ({ lesson_id, purpose }) => purpose !== 'cover' && (lesson_id === null || lesson_id === lessonId),
    );
    if (known.length !== fileIds.length || !isFree) throw notFound('File');
    await this.uploads.expectArrived(fileIds, teacherOf(course));
  }

  /** Exactly these, of which some may be its own already; the others that it had are deleted. */
  async give(course: Course, lessonId: string, main: string | null, attachments: string[]): Promise<void> {
    const wanted = [...(main ? [main] : []), ...attachments];
    const had = new Set((await this.rows.ofLessons([lessonId])).map(({ file_id }) => file_id));
    await this.drop([...had].filter((id) => !wanted.includes(id)));
    const added = wanted.filter((id) => !had.has(id));
    if (added.length) await this.files.attach(added, teacherOf(course));
    await this.rows.give(main ? [main] : [], lessonId, 'main');
    await this.rows.give(attachments, lessonId, 'attachment');
  }

  of(lessonIds: string[]): Promise<LessonFile[]> {
    return this.rows.ofLessons(lessonIds);
  }

  async attachmentsOf(lessonId: string): Promise<FileView[]> {
    const files = await this.rows.ofLessons([lessonId]);
    return files.filter(({ purpose }) => purpose === 'attachment').map(presentFile);
  }

  async drop(fileIds: string[]): Promise<void> {
    if (!fileIds.length) return;
    await this.rows.deleteFiles(fileIds);
    await this.files.release(fileIds);
  }

  /** With addresses that work for four hours. */
  async openAll(lessonId: string): Promise<OpenFileView[]> {
    return (await this.rows.ofLessons([lessonId])).map((row) => {
      const options = { seconds: HOURS_4, name: row.name, inline: row.purpose === 'main' };
      return { ...presentFile(row), ...this.files.downloadable(row.file_id, options) };
    });
  }
}

const presentFile = (row: LessonFile): FileView => ({
  ...present(FileView, row),
  id: row.file_id,
  size_bytes: row.size_bytes,
});
