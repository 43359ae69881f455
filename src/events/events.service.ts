import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Collector } from '../platform/database/connection/transaction-unit.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { columnsOf, sql } from '../platform/database/sql.js';
import { depthOfCause } from './cause.js';
import type { EventDeclaration } from './define-event.js';
import type { DomainEvent } from './domain-event.entity.js';

type DomainEventInput = Pick<DomainEvent, 'type' | 'actor_id' | 'data'> & Partial<Pick<DomainEvent, 'depth' | 'staff'>>;
type DomainEventRow = Required<Omit<DomainEventInput, 'data'>> & { data: string };

const RECORD = sql(
  'outbox_record',
  `INSERT INTO events.domain_events (type, actor_id, data, depth, staff)
   SELECT * FROM unnest($1::text[], $2::uuid[], $3::jsonb[], $4::smallint[], $5::boolean[])`,
);
const OUTBOX: Collector<DomainEventRow> = {
  statements: (events) => [
    { statement: RECORD, values: columnsOf(events, 'type', 'actor_id', 'data', 'depth', 'staff') },
  ],
};

/**
 * Announces what happened, in the transaction that makes it happen. The outbox row, realtime events and notifications
 * are written at the COMMIT.
 */
@Injectable()
export class EventsService {
  constructor(
    private readonly database: DatabaseService,
    private readonly modules: ModuleRef,
  ) {}

  announce<Fact>({ type, data, staff, effects }: EventDeclaration<Fact>, fact: Fact, actorId: string | null): void {
    if (data) {
      this.record({
        type: typeof type === 'string' ? type : type(fact),
        actor_id: actorId,
        data: data(fact),
        staff: typeof staff === 'function' ? staff(fact) : staff,
      });
    }
    for (const effect of effects?.(fact) ?? []) {
      if (effect) effect.apply(this.modules.get(effect.service, { strict: false }), actorId);
    }
  }

  /** For events that are not declared, because their types come from outside of the code: actions of apps. */
  record({ type, actor_id, data, depth = depthOfCause(), staff = false }: DomainEventInput): void {
    this.database.gather(OUTBOX, { type, actor_id, data: JSON.stringify(data), depth, staff });
  }
}
