import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AuditEvent } from '../entities/audit-event.entity.js';
import type { HashedEvent } from './chain.js';

const ADD = sql(
  'esignatures_add_events',
  `WITH added AS (
     INSERT INTO ext_esignatures.audit_events (envelope_id, seq, event, signer_id, actor_user_id, ip, user_agent, data, at,
       prev_hash, hash)
     SELECT envelope_id, seq, event, signer_id, actor_user_id, ip, user_agent, data, at, prev_hash, hash
     FROM jsonb_to_recordset($1::jsonb) AS n (envelope_id uuid, seq int, event text, signer_id uuid, actor_user_id uuid, ip text,
       user_agent text, data jsonb, at timestamptz, prev_hash text, hash text)
   )
   UPDATE ext_esignatures.envelopes SET audit_seq = $3, audit_head = $4 WHERE id = $2`,
);

@AppProvider()
export class AuditEventRepository extends EntityRepository<AuditEvent> {
  protected readonly entity = AuditEvent;

  /** To the end of the chain of one envelope, which is locked. */
  async append(events: HashedEvent[]): Promise<void> {
    const last = events.at(-1);
    if (last) await this.count(ADD, JSON.stringify(events), last.envelope_id, last.seq, last.hash);
  }

  of(envelopeId: string): Promise<AuditEvent[]> {
    return this.find({ envelope_id: envelopeId }, { order: { seq: 'ASC' } });
  }
}
