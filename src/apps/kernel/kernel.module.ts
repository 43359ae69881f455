import { DatabaseModule } from '../../platform/database/database.module.js';
import { Global, Module } from '@nestjs/common';
import { PasswordHashingModule } from '../../account/password-hashing/password-hashing.module.js';
import { SessionsModule } from '../../account/sessions/sessions.module.js';
import { FilesModule } from '../../files/files.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { ActionAccessService } from './calls/action-access.service.js';
import { ActionRunnerService } from './calls/action-runner.service.js';
import { ActionOperations } from './calls/action-operations.js';
import { AppDocumentsService } from '../contracts/app-documents.service.js';
import { AppInvoicingService } from '../contracts/app-invoicing.service.js';
import { AffiliateSalesService } from './selling/affiliate-sales.service.js';
import { AppCheckoutsService } from './selling/app-checkouts.service.js';
import { AppPaymentsService } from './selling/app-payments.service.js';
import { AppUploadsService } from './files/app-uploads.service.js';
import { FileTextService } from './files/file-text.service.js';
import { AppServices } from '../contracts/app-services.js';
import { AppSetting } from './app-setting.entity.js';
import { AppSettings } from './app-settings.js';
import { LeadsBackService } from './destinations/leads-back.service.js';
import { Installation } from './installation.entity.js';
import { InstallationsRepository } from './installations.repository.js';
import { Apps1790000020000 } from './migrations/1790000020000-apps.js';
import { NotifyingApps } from './notifying-apps.js';
import { PagePixelsService } from './pages/page-pixels.service.js';
import { Pipeline } from './calls/pipeline.js';
import { APP_REGISTRY, AppRegistry } from './registry.js';
import { LinkPasswordsService } from './secrets/link-passwords.service.js';
import { CouponAttemptsService } from './selling/coupon-attempts.service.js';
import { TargetRepository } from './calls/target.repository.js';
import { Targets } from './calls/targets.js';
import { Words } from './calls/words.js';

/** What every app stands on. */
@Global()
@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [Installation, AppSetting], migrations: [Apps1790000020000] }),
    FilesModule,
    SessionsModule,
    PasswordHashingModule,
    PaymentsModule,
  ],
  providers: [
    { provide: APP_REGISTRY, useClass: AppRegistry },
    InstallationsRepository,
    TargetRepository,
    Targets,
    Words,
    ActionAccessService,
    ActionRunnerService,
    Pipeline,
    AppSettings,
    AppServices,
    AppPaymentsService,
    AppCheckoutsService,
    AppUploadsService,
    FileTextService,
    AffiliateSalesService,
    AppDocumentsService,
    AppInvoicingService,
    ActionOperations,
    NotifyingApps,
    CouponAttemptsService,
    LinkPasswordsService,
    LeadsBackService,
    PagePixelsService,
  ],
  exports: [
    APP_REGISTRY,
    InstallationsRepository,
    TargetRepository,
    Words,
    ActionAccessService,
    ActionRunnerService,
    Pipeline,
    AppSettings,
    AppServices,
    AppPaymentsService,
    AppCheckoutsService,
    AppUploadsService,
    FileTextService,
    AffiliateSalesService,
    AppDocumentsService,
    AppInvoicingService,
    CouponAttemptsService,
    LinkPasswordsService,
    LeadsBackService,
    PagePixelsService,
  ],
})
export class KernelModule {}
