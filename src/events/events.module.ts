import { DatabaseModule } from '../platform/database/database.module.js';
import { Global, Module } from '@nestjs/common';
import { AuditRepository } from './audit.repository.js';
import { DomainEvent } from './domain-event.entity.js';
import { Events1790000001000 } from './migrations/1790000001000-events.js';
import { Staff1790000001001 } from './migrations/1790000001001-staff.js';
import { UnreadIndexes1790000033010 } from './migrations/1790000033010-unread-indexes.js';
import { EventsService } from './events.service.js';

@Global()
@Module({
  imports: [
    DatabaseModule.forFeature({
      entities: [DomainEvent],
      migrations: [Events1790000001000, Staff1790000001001, UnreadIndexes1790000033010],
    }),
  ],
  providers: [EventsService, AuditRepository],
  exports: [EventsService, AuditRepository],
})
export class EventsModule {}
