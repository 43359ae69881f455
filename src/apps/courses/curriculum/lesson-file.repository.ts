import { In } from 'typeorm';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type FilePurpose, LessonFile } from './lesson.entity.js';

const IN_USE = sql(
  'courses_files_in_use',
  `SELECT f.file_id AS id FROM ext_courses.lesson_files f JOIN ext_courses.courses c ON c.id = f.course_id
   WHERE f.course_id = ANY ($1::uuid[]) AND (f.lesson_id IS NOT NULL OR f.file_id = c.cover_file_id)`,
);
// The file store has deleted their bytes, because nothing had them for a day.
const DELETE_UNUSED = sql(
  'courses_files_forget_unused',
  `DELETE FROM ext_courses.lesson_files f WHERE lesson_id IS NULL AND created_at < now() - interval '2 days'
     AND NOT EXISTS (SELECT FROM files.files WHERE id = f.file_id)`,
);

@AppProvider()
export class LessonFileRepository extends EntityRepository<LessonFile> {
  protected readonly entity = LessonFile;

  /** Those that were promised to the course, locked. */
  lock(course_id: string, fileIds: string[]): Promise<Pick<LessonFile, 'purpose' | 'lesson_id'>[]> {
    const select = ['purpose', 'lesson_id'] as const;
    return this.find({ course_id, file_id: In(fileIds) }, { select, lock: 'no key update' });
  }

  ofLessons(lessonIds: string[]): Promise<LessonFile[]> {
    return this.find({ lesson_id: In(lessonIds) }, { order: { created_at: 'ASC', id: 'ASC' } });
  }

  async give(fileIds: string[], lesson_id: string, purpose: FilePurpose): Promise<void> {
    if (fileIds.length) await this.update({ file_id: In(fileIds) }, { lesson_id, purpose, updated_at: NOW });
  }

  /** Of lessons and covers of these courses. */
  async inUse(courseIds: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(IN_USE, courseIds)).map(({ id }) => id);
  }

  async deleteFiles(fileIds: string[]): Promise<void> {
    await this.delete({ file_id: In(fileIds) });
  }

  async deleteUnused(): Promise<void> {
    await this.count(DELETE_UNUSED);
  }
}
