import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { BaseRepository } from '../platform/database/base.repository.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { sql } from '../platform/database/sql.js';
import type { EventDeclaration } from './define-event.js';
import type { DomainEvent } from './domain-event.entity.js';

type DomainEventInput = Pick<DomainEvent, 'type' | 'actor_id' | 'data'> & Partial<Pick<DomainEvent, 'depth' | 'staff'>>;

const RECORD = sql(
  'outbox_record',
  'INSERT INTO events.domain_events (type, actor_id, data, depth, staff) VALUES ($1, $2, $3, $4, $5)',
);

/**
 * Announces what happened, in the transaction that makes it happen. The outbox row, realtime events and notifications
 * are written at the COMMIT.
 */
@Injectable()
export class EventsService extends BaseRepository {
  constructor(
    database: DatabaseService,
    private readonly modules: ModuleRef,
  ) {
    super(database);
  }

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
  record({ type, actor_id, data, depth = 0, staff = false }: DomainEventInput): void {
    this.atEnd(RECORD, type, actor_id, JSON.stringify(data), depth, staff);
  }
}
