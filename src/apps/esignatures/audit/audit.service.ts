import { AppProvider } from '../../kernel/app-provider.js';
import type { Visitor } from '../../kernel/calls/action.js';
import type { Envelope } from '../entities/envelope.entity.js';
import { AuditEventRepository } from './audit-event.repository.js';
import { type AuditEventName, eventHash, FIRST_HASH, type HashedEvent } from './chain.js';

export interface NewEvent {
  event: AuditEventName;
  signer_id?: string;
  data?: object;
}

/** Who causes events, and from where. */
export interface Cause {
  caller?: { id: string };
  visitor?: Visitor;
}

const MOST_OF_AGENT = 500;

export const agentOf = ({ userAgent }: Visitor) => userAgent.toWellFormed().slice(0, MOST_OF_AGENT);

/** Writes the audit trail. The caller holds the lock on the envelope, whose row has the end of the chain. */
@AppProvider()
export class AuditService {
  constructor(private readonly events: AuditEventRepository) {}

  /** Notes the new end of the chain in the given envelope, too. */
  async add(envelope: Envelope, news: NewEvent[], { caller, visitor }: Cause = {}): Promise<void> {
    const at = new Date();
    const added = news.map(({ event, signer_id = null, data = {} }): HashedEvent => {
      const chained = {
        envelope_id: envelope.id,
        seq: ++envelope.audit_seq,
        event,
        signer_id,
        actor_user_id: caller?.id ?? null,
        ip: visitor?.address ?? null,
        user_agent: visitor ? agentOf(visitor) : null,
        data,
        at,
      };
      const prev_hash = envelope.audit_head ?? FIRST_HASH;
      envelope.audit_head = eventHash(prev_hash, chained);
      return { ...chained, prev_hash, hash: envelope.audit_head };
    });
    await this.events.append(added);
  }
}
