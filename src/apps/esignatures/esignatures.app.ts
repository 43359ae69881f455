import { FilesModule } from '../../files/files.module.js';
import { App } from '../kernel/app.js';
import { CreateEnvelope } from './actions/create-envelope.action.js';
import { GetEnvelope } from './actions/get-envelope.action.js';
import { ListEnvelopes } from './actions/list-envelopes.action.js';
import { OpenEnvelope } from './actions/open-envelope.action.js';
import { RespondEnvelope } from './actions/respond-envelope.action.js';
import { SendEnvelope } from './actions/send-envelope.action.js';
import { UpdateEnvelope } from './actions/update-envelope.action.js';
import { VoidEnvelope } from './actions/void-envelope.action.js';
import { AuditEvent } from './entities/audit-event.entity.js';
import { Envelope, EnvelopeDocument } from './entities/envelope.entity.js';
import { Field, Signer, SignerLink } from './entities/signer.entity.js';
import { EsignaturesExport } from './esignatures.export.js';
import { EsignaturesSettings } from './esignatures.settings.js';
import { EsignaturesStats } from './esignatures.stats.js';
import { EsignaturesSurface } from './esignatures.surface.js';
import { ForgetAccount } from './forget-account.js';
import { ExpireEnvelopesJob } from './jobs/expire-envelopes.job.js';
import { ReleaseHoldsJob } from './jobs/release-holds.job.js';
import { RemindSignersJob } from './jobs/remind-signers.job.js';
import { Esignatures1790000039600 } from './migrations/1790000039600-esignatures.js';
import { InboxOrder1790000039960 } from './migrations/1790000039960-inbox-order.js';

@App({
  slug: 'esignatures',
  name: 'E-Signatures',
  description: 'PDF documents that others sign in the browser, sealed with a certificate and an audit trail.',
  icon: 'pen-tool',
  category: 'productivity',
  version: '1.0.0',
  uses: ['documents', 'notifications'],
  imports: [FilesModule],
  entities: [Envelope, EnvelopeDocument, Signer, SignerLink, Field, AuditEvent],
  migrations: [Esignatures1790000039600, InboxOrder1790000039960],
  actions: [
    CreateEnvelope,
    UpdateEnvelope,
    SendEnvelope,
    ListEnvelopes,
    GetEnvelope,
    VoidEnvelope,
    OpenEnvelope,
    RespondEnvelope,
  ],
  settings: EsignaturesSettings,
  stats: EsignaturesStats,
  exports: EsignaturesExport,
  surface: EsignaturesSurface,
  providers: [ExpireEnvelopesJob, RemindSignersJob, ReleaseHoldsJob, ForgetAccount],
})
export class EsignaturesApp {}
