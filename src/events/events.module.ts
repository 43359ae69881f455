import { Global, Module } from '@nestjs/common';
import { schema } from '../platform/database/schema.js';
import { AuditRepository } from './audit.repository.js';
import { DomainEvent } from './domain-event.entity.js';
import { Events1790000001000 } from './migrations/1790000001000-events.js';
import { Staff1790000001001 } from './migrations/1790000001001-staff.js';
import { Outbox } from './outbox.js';

schema({ entities: [DomainEvent], migrations: [Events1790000001000, Staff1790000001001] });

@Global()
@Module({ providers: [Outbox, AuditRepository], exports: [Outbox, AuditRepository] })
export class EventsModule {}
