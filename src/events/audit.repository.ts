import { Injectable } from '@nestjs/common';
import { iso, jsonObject, sql } from '../platform/database/sql.js';
import { Keyset } from '../platform/database/page.js';
import { BaseRepository } from '../platform/database/base.repository.js';
import { pageJson } from '../platform/http/raw-json.js';
import type { AuditEntry, AuditQuery } from './audit.dto.js';
import type { DomainEvent } from './domain-event.entity.js';

type Line = Pick<DomainEvent, 'id' | 'created_at'> & { json: string };

const ENTRY = jsonObject<AuditEntry>({
  id: 'e.id',
  action: 'e.type',
  admin_id: 'e.actor_id',
  admin: `CASE WHEN u.id IS NOT NULL THEN ${jsonObject({ id: 'u.id', username: 'u.username' })} END`,
  data: 'e.data',
  created_at: iso('e.created_at'),
});

/** One statement per combination of filters, because each has its own index. */
const list = (name: string, ...asked: string[]) =>
  sql(
    name,
    `SELECT e.id, e.created_at, ${ENTRY}::text AS json FROM (
       SELECT * FROM events.domain_events
       WHERE ${['staff', '(created_at, id) < ($1, $2::uuid)', ...asked].join(' AND ')}
       ORDER BY created_at DESC, id DESC LIMIT $3
     ) e LEFT JOIN account.users u ON u.id = e.actor_id ORDER BY e.created_at DESC, e.id DESC`,
  );
const ALL = list('audit');
const BY_ADMIN = list('audit_by_admin', 'actor_id = $4');
const BY_ACTION = list('audit_by_action', 'type = $4');
const BY_BOTH = list('audit_by_admin_and_action', 'actor_id = $4', 'type = $5');

const PAGE = new Keyset({ name: 'audit', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class AuditRepository extends BaseRepository {
  /** A page of the audit log, newest first, as the JSON of its answer. */
  async page({ admin_id, action, ...query }: AuditQuery): Promise<string> {
    const statement = admin_id ? (action ? BY_BOTH : BY_ADMIN) : action ? BY_ACTION : ALL;
    const given = [admin_id, action].filter(Boolean);
    const page = await this.newest<Line>(PAGE, query, statement, [], given);
    return pageJson('entries', page);
  }
}
