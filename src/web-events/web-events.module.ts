import { DatabaseModule } from '../platform/database/database.module.js';
import { Module } from '@nestjs/common';
import { DropEventsJob } from './days/drop-events.job.js';
import { RollUpDaysJob } from './days/roll-up-days.job.js';
import { PurgeEventsJob } from './days/purge-events.job.js';
import { RollUpRepository } from './days/roll-up.repository.js';
import { WebEvents1790000022000 } from './migrations/1790000022000-web-events.js';
import { EventBatchesService } from './event-batches.service.js';
import { CountriesService } from './visits/countries.service.js';
import { SaltsRepository } from './visits/salts.repository.js';
import { WebEventSalt } from './visits/web-event-salt.entity.js';
import { WebEventsService } from './web-events.service.js';

/** Records clicks and views without identifying visitors, and counts them by day. */
@Module({
  imports: [DatabaseModule.forFeature({ entities: [WebEventSalt], migrations: [WebEvents1790000022000] })],
  providers: [
    SaltsRepository,
    CountriesService,
    EventBatchesService,
    WebEventsService,
    RollUpRepository,
    RollUpDaysJob,
    PurgeEventsJob,
    DropEventsJob,
  ],
  exports: [WebEventsService, DropEventsJob],
})
export class WebEventsModule {}
