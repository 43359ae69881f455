import { IsInt, Matches, Min } from 'class-validator';
import { Chars } from '../../../platform/http/fields.js';
import { CONTENT_TYPE } from '../../kernel/files/file-types.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { FileView } from '../assignments.views.js';
import { MOST_BYTES } from '../assignments.settings.js';
import type { Assignment } from '../entities/assignment.entity.js';
import { FileRepository, type FileRow } from './file.repository.js';

/** The description of a file before its bytes are uploaded. */
export class NewFile {
  @Chars(1, 200) name!: string;
  @IsInt() @Min(1) size_bytes!: number;
  @Matches(CONTENT_TYPE) content_type!: string;
}

const HOUR = 60 * 60;
const MINUTES_10 = 10 * 60;
const MATERIAL = { most: 50, largest: MOST_BYTES, extensions: [] };

/** The limits of a set of files. */
interface Limits {
  most: number;
  largest: number;
  /** Empty: any. */
  extensions: string[];
}

interface Place {
  assignment_id: string;
  submission_id: string | null;
  owner_id: string;
}

export interface FileChange {
  add?: NewFile[];
  remove?: string[];
}

/** The files of the teacher and of submissions. */
@AppProvider()
export class AssignmentFilesService {
  constructor(
    private readonly rows: FileRepository,
    private readonly files: FilesService,
  ) {}

  async changeMaterial({ id, owner_id }: Assignment, change: FileChange) {
    // What has no owner is archived, which is refused before.
    const place = { assignment_id: id, submission_id: null, owner_id: owner_id as string };
    return this.change(place, MATERIAL, change, () => this.rows.material(id));
  }

  /** Expects a draft whose assignment and learner are locked. */
  async changeSubmitted(place: Place & { submission_id: string }, assignment: Assignment, change: FileChange) {
    const { max_files, max_file_bytes, allowed_extensions } = assignment;
    const limits = { most: max_files, largest: max_file_bytes, extensions: allowed_extensions };
    return this.change(place, limits, change, () => this.rows.ofSubmission(place.submission_id));
  }

  /** Returns whether the submission has files; refuses while one of them is uploading. */
  async complete(submissionId: string): Promise<boolean> {
    const files = await this.rows.ofSubmission(submissionId);
    if (files.some(({ status }) => status !== 'ready')) throw new Refusal(409, 'Files are still uploading');
    if (files.length)
      await this.rows.update({ submission_id: submissionId, status: 'pending' }, { status: 'ready', updated_at: NOW });
    return files.length > 0;
  }

  material(assignmentId: string): Promise<FileView[]> {
    return this.rows.material(assignmentId).then((files) => this.open(files));
  }

  ofSubmission(submissionId: string): Promise<FileView[]> {
    return this.rows.ofSubmission(submissionId).then((files) => this.open(files));
  }

  private async change(
    place: Place,
    limits: Limits,
    { add = [], remove = [] }: FileChange,
    there: () => Promise<FileRow[]>,
  ) {
    if (!add.length && !remove.length) return [];
    const had = await there();
    const removed = [...new Set(remove)];
    if (!removed.every((id) => had.some((file) => file.id === id))) throw notFound('File');
    if (removed.length) {
      await this.rows.deleteAll(removed);
      await this.files.release(removed);
    }
    if (!add.length) return [];
    expectWithin(limits, add, had.length - removed.length);
    const bytes = add.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    const total = bytes + (await this.rows.bytes(place.assignment_id, place.owner_id));
    if (total > MOST_BYTES) throw tooLarge();
    return this.promise(place, add);
  }

  private async promise(place: Place, added: NewFile[]) {
    const promised = added.map(({ name, content_type, size_bytes }) => {
      return { name, type: content_type, size: size_bytes, seconds: HOUR, attached: true };
    });
    const started = await this.files.startUploads(place.owner_id, promised);
    const rows = started.map(({ id, name, expires_at }, at) => {
      const { content_type, size_bytes } = added[at] as NewFile;
      return { ...place, name, content_type, size_bytes, storage_key: id, expires_at };
    });
    await this.rows.insertAll(rows);
    return started.map(({ id, name, ...address }) => ({ file: { id, name }, ...address }));
  }

  private open(files: FileRow[]): FileView[] {
    return files.map((file) => {
      if (file.status !== 'ready') return { ...file, download_url: null, expires_at: null };
      return { ...file, ...this.files.downloadable(file.id, { seconds: MINUTES_10, name: file.name }) };
    });
  }
}

function expectWithin({ most, largest, extensions }: Limits, added: NewFile[], had: number): void {
  if (extensions.length && !added.every(({ name }) => extensions.includes(extensionOf(name))))
    throw new Refusal(400, 'File type not allowed');
  if (added.some(({ size_bytes }) => size_bytes > largest)) throw tooLarge();
  if (had + added.length > most) throw new Refusal(400, 'Too many files');
}

const extensionOf = (name: string) => /\.([^./\\]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';
const tooLarge = () => new Refusal(400, 'File is too large');
