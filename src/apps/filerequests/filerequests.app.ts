import { App } from '../kernel/app.js';
import { CreateRequest } from './actions/create-request.action.js';
import { GetRequest } from './actions/get-request.action.js';
import { InviteRecipients } from './actions/invite-recipients.action.js';
import { ListRequests } from './actions/list-requests.action.js';
import { ListSubmissions } from './actions/list-submissions.action.js';
import { OpenRequest } from './actions/open-request.action.js';
import { RemindRecipients } from './actions/remind-recipients.action.js';
import { ReviewSubmission } from './actions/review-submission.action.js';
import { StartUpload } from './actions/start-upload.action.js';
import { SubmitFiles } from './actions/submit-files.action.js';
import { UpdateRequest } from './actions/update-request.action.js';
import { FileRequest, RequestItem } from './entities/request.entity.js';
import { Recipient, RequestFile, Submission } from './entities/submission.entity.js';
import { FilerequestsExport } from './filerequests.export.js';
import { FilerequestsSettings } from './filerequests.settings.js';
import { FilerequestsStats } from './filerequests.stats.js';
import { FilerequestsSurface } from './filerequests.surface.js';
import { AutoRemindJob } from './jobs/auto-remind.job.js';
import { CloseRequestsJob } from './jobs/close-requests.job.js';
import { DropDraftsJob } from './jobs/drop-drafts.job.js';
import { ExpireFilesJob } from './jobs/expire-files.job.js';
import { Filerequests1790000039200 } from './migrations/1790000039200-filerequests.js';

@App({
  slug: 'filerequests',
  name: 'File Requests',
  description:
    'Collects files from people without an account, by a link or an invitation, and reviews what has come in.',
  icon: 'inbox',
  category: 'productivity',
  version: '1.0.0',
  uses: ['documents', 'notifications'],
  entities: [FileRequest, RequestItem, Recipient, Submission, RequestFile],
  migrations: [Filerequests1790000039200],
  actions: [
    CreateRequest,
    UpdateRequest,
    ListRequests,
    GetRequest,
    InviteRecipients,
    RemindRecipients,
    OpenRequest,
    StartUpload,
    SubmitFiles,
    ListSubmissions,
    ReviewSubmission,
  ],
  settings: FilerequestsSettings,
  stats: FilerequestsStats,
  exports: FilerequestsExport,
  surface: FilerequestsSurface,
  providers: [CloseRequestsJob, AutoRemindJob, ExpireFilesJob, DropDraftsJob],
})
export class FilerequestsApp {}
