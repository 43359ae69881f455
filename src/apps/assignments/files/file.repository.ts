import { In } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AssignmentFile } from '../entities/submission.entity.js';

// Storage keys grow with time, so they keep the order of the upload.
const SHOWN = `f.storage_key AS id, f.name, f.content_type, f.size_bytes::float8 AS size_bytes,
  CASE WHEN s.id IS NOT NULL THEN 'ready' WHEN f.status = 'ready' THEN 'lost' ELSE f.status END AS status`;
const filesOf = (where: string) => `SELECT ${SHOWN} FROM ext_assignments.files f
  LEFT JOIN files.files s ON s.id = f.storage_key WHERE ${where} ORDER BY f.storage_key`;

const MATERIAL = sql('assignments_files_material', filesOf('f.assignment_id = $1 AND f.submission_id IS NULL'));
const OF_SUBMISSION = sql('assignments_files_of_submission', filesOf('f.submission_id = $1'));
const BYTES = sql(
  'assignments_files_bytes',
  `SELECT coalesce(sum(size_bytes), 0)::float8 AS bytes FROM ext_assignments.files
   WHERE assignment_id = $1 AND owner_id = $2`,
);
// Files of the teacher's learners; the teacher's own files are deleted with the account.
const OF_LEARNERS = sql(
  'assignments_files_of_learners',
  `SELECT storage_key FROM ext_assignments.files WHERE assignment_id = ANY ($1::uuid[]) AND owner_id <> $2`,
);

export interface FileRow {
  id: string;
  name: string;
  content_type: string;
  size_bytes: number;
  status: AssignmentFile['status'];
}

export type NewFileRow = Omit<AssignmentFile, 'id' | 'status' | 'created_at' | 'updated_at'>;

@AppProvider()
export class FileRepository extends EntityRepository<AssignmentFile> {
  protected readonly entity = AssignmentFile;

  async insertAll(files: NewFileRow[]): Promise<void> {
    await this.table(AssignmentFile).insert(files);
  }

  /** The files of the teacher. */
  material(assignmentId: string): Promise<FileRow[]> {
    return this.rows<FileRow>(MATERIAL, assignmentId);
  }

  ofSubmission(submissionId: string): Promise<FileRow[]> {
    return this.rows<FileRow>(OF_SUBMISSION, submissionId);
  }

  /** The size of all files of a user in an assignment. */
  async bytes(assignmentId: string, ownerId: string): Promise<number> {
    return (await this.onlyOne<{ bytes: number }>(BYTES, assignmentId, ownerId)).bytes;
  }

  async deleteAll(storageKeys: string[]): Promise<void> {
    await this.delete({ storage_key: In(storageKeys) });
  }

  async ofLearners(assignmentIds: string[], teacherId: string): Promise<string[]> {
    const rows = await this.rows<{ storage_key: string }>(OF_LEARNERS, assignmentIds, teacherId);
    return rows.map(({ storage_key }) => storage_key);
  }
}
