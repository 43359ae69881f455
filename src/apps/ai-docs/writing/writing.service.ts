import { JobsService } from '../../../jobs/jobs.service.js';
import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { invalid } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { MOST_CHARACTERS } from '../ai-docs.inputs.js';
import type { Doc, Source } from '../entities/doc.entity.js';
import { countPoints, countWords } from '../extract/code-points.js';
import { IndexDocJob } from '../jobs/index-doc.job.js';
import { IndexService } from '../search/index.service.js';
import { DocRepository } from './doc.repository.js';
import { RevisionRepository } from './revision.repository.js';

export interface NewText {
  title?: string;
  body?: string;
  source: Source;
  run_id?: string;
}

/** All writing of documents: each new text is a revision, and is indexed. */
@AppProvider()
export class WritingService {
  constructor(
    private readonly docs: DocRepository,
    private readonly revisions: RevisionRepository,
    private readonly index: IndexService,
    private readonly jobs: JobsService,
    private readonly indexDoc: IndexDocJob,
  ) {}

  async create(values: Values<Doc>, body: string): Promise<Doc> {
    const doc = await this.docs.insert({ ...values, body, word_count: countWords(body) });
    await this.keep(doc, 'manual');
    return this.indexed(doc);
  }

  /** The target is locked. Returns it as it is then. */
  async change(doc: Doc, { title, body, source, run_id }: NewText, others: Values<Doc> = {}): Promise<Doc> {
    if (body !== undefined && countPoints(body) > MOST_CHARACTERS)
      throw invalid({ field: 'body', message: `body must have 0 to ${MOST_CHARACTERS} characters` });
    const isNewBody = body !== undefined && body !== doc.body;
    const isNew = isNewBody || (title !== undefined && title !== doc.title);
    const isNewLanguage = others.language !== undefined && others.language !== doc.language;
    const changes: Values<Doc> = {
      ...others,
      title,
      ...(isNewBody && { body, word_count: countWords(body) }),
      ...(isNew && { revision: doc.revision + 1 }),
      updated_at: NOW,
    };
    const row = (await this.docs.updateOne({ id: doc.id }, changes)) as Doc;
    if (isNew) {
      await this.keep(row, source, run_id);
      await this.revisions.prune(row.id, row.revision);
    }
    return isNew || isNewLanguage ? this.indexed(row) : row;
  }

  private async keep({ id, owner_id, revision, title, body }: Doc, source: Source, run_id?: string): Promise<void> {
    await this.revisions.insert({ doc_id: id, owner_id, revision, title, body, source, run_id });
  }

  private async indexed(doc: Doc): Promise<Doc> {
    const isNow = this.index.isShort(doc.body);
    if (isNow) await this.index.replace(doc);
    else await this.jobs.enqueue(this.indexDoc, { doc_id: doc.id, revision: doc.revision });
    const index_status = isNow ? 'ready' : 'pending';
    if (doc.index_status !== index_status) await this.docs.update({ id: doc.id }, { index_status });
    return { ...doc, index_status };
  }
}
