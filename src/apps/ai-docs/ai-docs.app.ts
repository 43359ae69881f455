import { FilesModule } from '../../files/files.module.js';
import { App } from '../kernel/app.js';
import { AskDocs } from './actions/ask-docs.action.js';
import { CreateDoc } from './actions/create-doc.action.js';
import { DeleteDoc } from './actions/delete-doc.action.js';
import { GenerateText } from './actions/generate-text.action.js';
import { GetDoc } from './actions/get-doc.action.js';
import { GetRun } from './actions/get-run.action.js';
import { ListDocs } from './actions/list-docs.action.js';
import { RewriteText } from './actions/rewrite-text.action.js';
import { SummarizeDoc } from './actions/summarize-doc.action.js';
import { UpdateDoc } from './actions/update-doc.action.js';
import { AiDocsExport } from './ai-docs.export.js';
import { AiDocsSettings } from './ai-docs.settings.js';
import { AiDocsStats } from './ai-docs.stats.js';
import { Chunk, Doc, Revision } from './entities/doc.entity.js';
import { Run } from './entities/run.entity.js';
import { PurgeDocsJob } from './jobs/purge-docs.job.js';
import { PurgeRunsJob } from './jobs/purge-runs.job.js';
import { AiDocs1790000040200 } from './migrations/1790000040200-ai-docs.js';
import { LeasedRuns1790000040210 } from './migrations/1790000040210-leased-runs.js';

@App({
  slug: 'ai-docs',
  name: 'AI Docs',
  description:
    'A private writing desk: Markdown documents with history, proposals of an AI, and answers with citations.',
  icon: 'sparkles',
  category: 'productivity',
  version: '1.0.0',
  uses: [],
  imports: [FilesModule],
  entities: [Doc, Revision, Chunk, Run],
  migrations: [AiDocs1790000040200, LeasedRuns1790000040210],
  actions: [
    CreateDoc,
    UpdateDoc,
    ListDocs,
    GetDoc,
    DeleteDoc,
    GenerateText,
    RewriteText,
    SummarizeDoc,
    AskDocs,
    GetRun,
  ],
  settings: AiDocsSettings,
  stats: AiDocsStats,
  exports: AiDocsExport,
  providers: [PurgeDocsJob, PurgeRunsJob],
})
export class AiDocsApp {}
