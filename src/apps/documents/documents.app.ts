import { FilesModule } from '../../files/files.module.js';
import { App } from '../kernel/app.js';
import { CompleteUpload } from './actions/complete-upload.action.js';
import { CopyDocument } from './actions/copy-document.action.js';
import { CreateFolder } from './actions/create-folder.action.js';
import { CreateLink } from './actions/create-link.action.js';
import { DeleteItems } from './actions/delete-items.action.js';
import { DownloadArchive } from './actions/download-archive.action.js';
import { DownloadDocument } from './actions/download-document.action.js';
import { DownloadLink } from './actions/download-link.action.js';
import { GetDocument } from './actions/get-document.action.js';
import { ListAccess } from './actions/list-access.action.js';
import { ListEvents } from './actions/list-events.action.js';
import { ListFolder } from './actions/list-folder.action.js';
import { ListVersions } from './actions/list-versions.action.js';
import { OpenLink } from './actions/open-link.action.js';
import { RestoreItems } from './actions/restore-items.action.js';
import { RestoreVersion } from './actions/restore-version.action.js';
import { RevokeLink } from './actions/revoke-link.action.js';
import { SearchItems } from './actions/search-items.action.js';
import { SetAccess } from './actions/set-access.action.js';
import { StartUpload } from './actions/start-upload.action.js';
import { TrashItems } from './actions/trash-items.action.js';
import { UpdateDocument } from './actions/update-document.action.js';
import { UpdateFolder } from './actions/update-folder.action.js';
import { UpdateLink } from './actions/update-link.action.js';
import { DocumentsAccountDeletion } from './documents-account-deletion.js';
import { DocumentsExport } from './documents.export.js';
import { DocumentsService } from './documents.service.js';
import { DocumentsSettings } from './documents.settings.js';
import { DocumentsStats } from './documents.stats.js';
import { DocumentsSurface } from './documents.surface.js';
import { DocumentUsage, Item, Mark } from './entities/item.entity.js';
import { Access, Hold, ItemEvent, Link } from './entities/sharing.entity.js';
import { DocumentText, DocumentUpload, StoredBytes, Version } from './entities/version.entity.js';
import { ExpireUploadsJob } from './jobs/expire-uploads.job.js';
import { PruneVersionsJob } from './jobs/prune-versions.job.js';
import { PurgeTrashJob } from './jobs/purge-trash.job.js';
import { ReconcileUsageJob } from './jobs/reconcile-usage.job.js';
import { SweepBlobsJob } from './jobs/sweep-blobs.job.js';
import { Documents1790000039000 } from './migrations/1790000039000-documents.js';
import { ParentsOnly1790000040410 } from './migrations/1790000040410-parents-only.js';

@App({
  slug: 'documents',
  name: 'Documents',
  description: 'Folders and versioned files that are searched by their words, and shared with members or by links.',
  icon: 'folder',
  category: 'productivity',
  version: '1.0.0',
  uses: ['notifications'],
  imports: [FilesModule],
  entities: [
    Item,
    Mark,
    StoredBytes,
    Version,
    DocumentText,
    DocumentUpload,
    Access,
    Link,
    ItemEvent,
    Hold,
    DocumentUsage,
  ],
  migrations: [Documents1790000039000, ParentsOnly1790000040410],
  actions: [
    CreateFolder,
    UpdateFolder,
    ListFolder,
    StartUpload,
    CompleteUpload,
    GetDocument,
    UpdateDocument,
    SearchItems,
    DownloadDocument,
    DownloadArchive,
    ListVersions,
    RestoreVersion,
    CopyDocument,
    TrashItems,
    RestoreItems,
    DeleteItems,
    SetAccess,
    ListAccess,
    CreateLink,
    UpdateLink,
    RevokeLink,
    OpenLink,
    DownloadLink,
    ListEvents,
  ],
  settings: DocumentsSettings,
  stats: DocumentsStats,
  exports: DocumentsExport,
  service: DocumentsService,
  surface: DocumentsSurface,
  providers: [
    DocumentsAccountDeletion,
    ExpireUploadsJob,
    PruneVersionsJob,
    PurgeTrashJob,
    ReconcileUsageJob,
    SweepBlobsJob,
  ],
})
export class DocumentsApp {}
