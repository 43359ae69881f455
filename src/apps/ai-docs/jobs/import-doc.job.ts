import { FilesService } from '../../../files/files.service.js';
import { Job } from '../../../jobs/job.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { MOST_CHARACTERS } from '../ai-docs.inputs.js';
import type { Doc } from '../entities/doc.entity.js';
import { countPoints } from '../extract/code-points.js';
import { ImportedTextService } from '../imports/imported-text.service.js';
import { DocRepository } from '../writing/doc.repository.js';
import { WritingService } from '../writing/writing.service.js';

const HOUR_MS = 3_600_000;

interface Data {
  doc_id: string;
  /** Seconds since the look before; undefined: this look is beside the planned ones. */
  pause?: number;
}

/** Looks whether the file of a document has come, and makes its text the body. */
@AppProvider()
export class ImportDocJob extends Job<Data> {
  readonly name = 'ai-docs.import-doc';
  override readonly atOnce = 2;

  constructor(
    private readonly docs: DocRepository,
    private readonly writing: WritingService,
    private readonly files: FilesService,
    private readonly texts: ImportedTextService,
    private readonly jobs: JobsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ doc_id, pause }: Data): Promise<void> {
    const doc = await this.docs.findOne({ id: doc_id });
    if (!doc?.import_key || !isOpen(doc)) return;
    const [file] = await this.files.arrived([doc.import_key], doc.owner_id);
    if (!file) return this.wait(doc, pause);
    if (file.size !== doc.import_bytes || file.type !== doc.import_type)
      return this.end(doc, 'File type does not match');
    await this.database.transaction(() =>
      this.docs.update({ id: doc_id, import_status: 'awaiting_upload' }, { import_status: 'reading' }),
    );
    let text: string | undefined;
    try {
      text = await this.texts.read(file.id, file.type);
    } catch (error) {
      // The file is gone when another run has ended the import meanwhile.
      const left = await this.docs.findOne({ id: doc_id });
      if (left && isOpen(left)) throw error;
      return;
    }
    if (text === undefined) return this.end(doc, 'File cannot be read');
    if (!text.trim()) return this.end(doc, 'No text found');
    if (countPoints(text) > MOST_CHARACTERS) return this.end(doc, 'Text is too long');
    await this.end(doc, null, text);
  }

  private async wait(doc: Doc, pause: number | undefined): Promise<void> {
    const left = (doc.created_at.getTime() + HOUR_MS - Date.now()) / 1000;
    if (left <= 0) return this.end(doc, 'File was not uploaded');
    if (pause === undefined) return;
    const next = Math.min(pause * 2, Math.ceil(left) + 1);
    await this.database.transaction(() =>
      this.jobs.enqueue(this as ImportDocJob, { doc_id: doc.id, pause: next }, next),
    );
  }

  /** The second of two runs finds nothing to do. The file goes with the state that no longer needs it. */
  private async end({ id, import_key }: Doc, error: string | null, body?: string): Promise<void> {
    await this.database.transaction(async () => {
      const doc = await this.docs.findOne({ id }, { lock: 'no key update' });
      if (!doc || !isOpen(doc)) return;
      const done = { import_key: null, import_type: null, import_bytes: null, import_error: error };
      if (body === undefined) await this.docs.update({ id }, { ...done, import_status: 'failed' });
      else await this.writing.change(doc, { body, source: 'import' }, { ...done, import_status: 'ready' });
      await this.files.release([import_key as string]);
    });
  }
}

const isOpen = ({ import_status }: Doc) => import_status === 'awaiting_upload' || import_status === 'reading';
