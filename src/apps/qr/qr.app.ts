import { WebEventsModule } from '../../web-events/web-events.module.js';
import { App } from '../kernel/app.js';
import { BulkCreateCodes } from './actions/bulk-create-codes.action.js';
import { CreateCode } from './actions/create-code.action.js';
import { DeleteCode } from './actions/delete-code.action.js';
import { GetCodeStats } from './actions/get-code-stats.action.js';
import { GetCode } from './actions/get-code.action.js';
import { ListCodes } from './actions/list-codes.action.js';
import { RenderCode } from './actions/render-code.action.js';
import { UpdateCode } from './actions/update-code.action.js';
import { Code, CodeTarget, RetiredKey } from './entities/code.entity.js';
import { CodeDay, CodeDayValue, CodeOwnerDay, Scan, ScanRollupState } from './entities/scan.entity.js';
import { CheckTargetsJob } from './jobs/check-targets.job.js';
import { PurgeCodesJob } from './jobs/purge-codes.job.js';
import { Qr1790000037600 } from './migrations/1790000037600-qr.js';
import { QrExport } from './qr.export.js';
import { QrSettings } from './qr.settings.js';
import { CodeScans, QrStats } from './qr.stats.js';
import { QrSurface } from './qr.surface.js';

@App({
  slug: 'qr',
  name: 'QR Codes',
  description: 'QR codes for print and screen whose targets can be changed after printing and whose scans are counted.',
  icon: 'qr-code',
  category: 'marketing',
  version: '1.0.0',
  uses: [],
  imports: [WebEventsModule],
  entities: [Code, CodeTarget, RetiredKey, Scan, CodeDay, CodeDayValue, CodeOwnerDay, ScanRollupState],
  migrations: [Qr1790000037600],
  actions: [CreateCode, BulkCreateCodes, UpdateCode, ListCodes, GetCode, DeleteCode, RenderCode, GetCodeStats],
  settings: QrSettings,
  stats: QrStats,
  exports: QrExport,
  surface: QrSurface,
  providers: [CheckTargetsJob, PurgeCodesJob, CodeScans],
})
export class QrApp {}
