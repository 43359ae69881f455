import { Global, Module } from '@nestjs/common';
import { schema } from '../platform/database/schema.js';
import { CloseDays } from './days/close-days.job.js';
import { ForgetEvents } from './days/forget-events.job.js';
import { RollUpRepository } from './days/roll-up.repository.js';
import { WebEvents1790000022000 } from './migrations/1790000022000-web-events.js';
import { Recordings } from './recordings.js';
import { SaltsRepository } from './visits/salts.repository.js';
import { WebEventSalt } from './visits/web-event-salt.entity.js';
import { WebEvents } from './web-events.js';

schema({ entities: [WebEventSalt], migrations: [WebEvents1790000022000] });

/** What is clicked and viewed: whom it may be told of, and how it is counted. */
@Global()
@Module({
  providers: [SaltsRepository, Recordings, WebEvents, RollUpRepository, CloseDays, ForgetEvents],
  exports: [WebEvents],
})
export class WebEventsModule {}
