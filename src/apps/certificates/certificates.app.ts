import { FilesModule } from '../../files/files.module.js';
import { WebEventsModule } from '../../web-events/web-events.module.js';
import { App } from '../kernel/app.js';
import { ClaimCertificate } from './actions/claim-certificate.action.js';
import { CreateTemplate } from './actions/create-template.action.js';
import { GetCertificate } from './actions/get-certificate.action.js';
import { IssueCertificates } from './actions/issue-certificates.action.js';
import { ListCertificates } from './actions/list-certificates.action.js';
import { ListTemplates } from './actions/list-templates.action.js';
import { RevokeCertificate } from './actions/revoke-certificate.action.js';
import { SetVisibility } from './actions/set-visibility.action.js';
import { UpdateCertificate } from './actions/update-certificate.action.js';
import { UpdateTemplate } from './actions/update-template.action.js';
import { VerifyCertificate } from './actions/verify-certificate.action.js';
import { CertificatesExport } from './certificates.export.js';
import { CertificatesService } from './certificates.service.js';
import { CertificatesSettings } from './certificates.settings.js';
import { CertificatesStats } from './certificates.stats.js';
import { CertificatesSurface } from './certificates.surface.js';
import { Certificate, Revision } from './entities/certificate.entity.js';
import { Asset, Template, TemplateVersion } from './entities/template.entity.js';
import { ForgetAccount } from './forget-account.js';
import { DropAssetsJob } from './jobs/drop-assets.job.js';
import { ExpiryNoticeJob } from './jobs/expiry-notice.job.js';
import { Certificates1790000039400 } from './migrations/1790000039400-certificates.js';

@App({
  slug: 'certificates',
  name: 'Certificates',
  description:
    'Certificates that are issued to one person or to hundreds, corrected and revoked, and that anyone can check.',
  icon: 'award',
  category: 'learning',
  version: '1.0.0',
  uses: ['notifications'],
  imports: [FilesModule, WebEventsModule],
  entities: [Template, TemplateVersion, Asset, Certificate, Revision],
  migrations: [Certificates1790000039400],
  actions: [
    CreateTemplate,
    UpdateTemplate,
    ListTemplates,
    IssueCertificates,
    ListCertificates,
    GetCertificate,
    UpdateCertificate,
    RevokeCertificate,
    ClaimCertificate,
    SetVisibility,
    VerifyCertificate,
  ],
  settings: CertificatesSettings,
  stats: CertificatesStats,
  exports: CertificatesExport,
  surface: CertificatesSurface,
  service: CertificatesService,
  providers: [ExpiryNoticeJob, DropAssetsJob, ForgetAccount],
})
export class CertificatesApp {}
