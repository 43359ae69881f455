import { Global, Module } from '@nestjs/common';
import { schema } from '../platform/database/schema.js';
import { DomainEvent } from './domain-event.entity.js';
import { Events1790000001000 } from './migrations/1790000001000-events.js';
import { Outbox } from './outbox.js';

schema({ entities: [DomainEvent], migrations: [Events1790000001000] });

@Global()
@Module({ providers: [Outbox], exports: [Outbox] })
export class EventsModule {}
