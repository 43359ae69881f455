import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { type FilePurpose, LessonFile } from '../entities/lesson-file.entity.js';

const FREE = sql(
  'courses_files_free',
  `SELECT file_id, purpose, lesson_id FROM ext_courses.lesson_files
   WHERE course_id = $1 AND file_id = ANY ($2::uuid[]) FOR NO KEY UPDATE`,
);
const OF_LESSONS = sql(
  'courses_files_of_lessons',
  `SELECT file_id AS id, lesson_id, purpose, name, size_bytes::float8 AS size_bytes, content_type
   FROM ext_courses.lesson_files WHERE lesson_id = ANY ($1::uuid[]) ORDER BY created_at, id`,
);
const GIVE = sql(
  'courses_files_give',
  `UPDATE ext_courses.lesson_files SET lesson_id = $2, purpose = $3, updated_at = now()
   WHERE file_id = ANY ($1::uuid[])`,
);
const FORGET = sql('courses_files_forget', 'DELETE FROM ext_courses.lesson_files WHERE file_id = ANY ($1::uuid[])');
const IN_USE = sql(
  'courses_files_in_use',
  `SELECT f.file_id AS id FROM ext_courses.lesson_files f JOIN ext_courses.courses c ON c.id = f.course_id
   WHERE f.course_id = ANY ($1::uuid[]) AND (f.lesson_id IS NOT NULL OR f.file_id = c.cover_file_id)`,
);
// Their bytes went by themselves, because nothing had them for a day.
const FORGET_UNUSED = sql(
  'courses_files_forget_unused',
  `DELETE FROM ext_courses.lesson_files f WHERE lesson_id IS NULL AND created_at < now() - interval '2 days'
     AND NOT EXISTS (SELECT FROM files.files WHERE id = f.file_id)`,
);

export interface FileRow {
  id: string;
  lesson_id: string;
  purpose: FilePurpose;
  name: string;
  size_bytes: number;
  content_type: string;
}

export type Promised = Pick<LessonFile, 'file_id' | 'purpose' | 'lesson_id'>;

@AppProvider()
export class LessonFileRepository extends BaseRepository {
  async insert(file: Omit<LessonFile, 'id' | 'lesson_id' | 'created_at' | 'updated_at'>): Promise<void> {
    await this.table(LessonFile).insert(file);
  }

  /** Those that were promised to the course, locked. */
  lock(courseId: string, fileIds: string[]): Promise<Promised[]> {
    return this.rows<Promised>(FREE, courseId, fileIds);
  }

  ofLessons(lessonIds: string[]): Promise<FileRow[]> {
    return this.rows<FileRow>(OF_LESSONS, lessonIds);
  }

  async give(fileIds: string[], lessonId: string, purpose: FilePurpose): Promise<void> {
    if (fileIds.length) await this.count(GIVE, fileIds, lessonId, purpose);
  }

  /** Of lessons and covers of these courses. */
  async inUse(courseIds: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(IN_USE, courseIds)).map(({ id }) => id);
  }

  async forget(fileIds: string[]): Promise<void> {
    await this.count(FORGET, fileIds);
  }

  async forgetUnused(): Promise<void> {
    await this.count(FORGET_UNUSED);
  }
}
