import { type DynamicModule, Module } from '@nestjs/common';
import { AppsController } from './apps.controller.js';
import { CATALOGUE } from './catalogue.js';
import { ActionIdempotencyInterceptor } from './kernel/calls/action-idempotency.interceptor.js';
import { expectContract } from './contract-counts.js';
import type { Type } from './kernel/calls/action.js';
import { KernelModule } from './kernel/kernel.module.js';
import { APP_CATALOGUE, RegisterApps } from './kernel/register-apps.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { Activity } from './platform-actions/activity.action.js';
import { ActivityRepository } from './platform-actions/activity.repository.js';
import { Export } from './platform-actions/export.action.js';
import { ExportFilesService } from './platform-actions/export-files.service.js';
import { ExportTurnsService } from './platform-actions/export-turns.service.js';
import { GetSettings } from './platform-actions/get-settings.action.js';
import { OwnedRows } from './platform-actions/owned-rows.repository.js';
import { PaymentActions } from './platform-actions/payment-actions.js';
import { Stats } from './platform-actions/stats.action.js';
import { UpdateSettings } from './platform-actions/update-settings.action.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { RunningExports1790000020500 } from './platform-actions/migrations/1790000020500-running-exports.js';
import { RunningExport } from './platform-actions/running-export.entity.js';
import { RunningExportRepository } from './platform-actions/running-export.repository.js';
import { OwnHostsService } from './own-hosts.service.js';
import { PublicSurfaceController } from './public-surface.controller.js';
import { FilesModule } from '../files/files.module.js';

const PLATFORM_ACTIONS = [GetSettings, UpdateSettings, Stats, Activity, Export, PaymentActions];

/** The apps, and the one endpoint behind which all of their actions are. */
@Module({})
export class AppsModule {
  static with(catalogue: Type[] = CATALOGUE): DynamicModule {
    expectContract(CATALOGUE);
    return {
      module: AppsModule,
      imports: [
        DatabaseModule.forFeature({ entities: [RunningExport], migrations: [RunningExports1790000020500] }),
        KernelModule,
        PaymentsModule,
        ...(catalogue as (new () => object)[]),
        FilesModule,
      ],
      // The public surface before the actions: its addresses look like theirs.
      controllers: [PublicSurfaceController, AppsController],
      providers: [
        { provide: APP_CATALOGUE, useValue: catalogue },
        RegisterApps,
        OwnHostsService,
        ActionIdempotencyInterceptor,
        ActivityRepository,
        OwnedRows,
        RunningExportRepository,
        ExportTurnsService,
        ExportFilesService,
        ...PLATFORM_ACTIONS,
      ],
    };
  }
}
