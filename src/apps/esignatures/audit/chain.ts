import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

export const AUDIT_EVENTS = [
  'created',
  'sent',
  'link_issued',
  'notified',
  'viewed',
  'code_failed',
  'consented',
  'signed',
  'approved',
  'declined',
  'corrected',
  'reminded',
  'voided',
  'expired',
  'sealed',
  'downloaded',
] as const;
export type AuditEventName = (typeof AUDIT_EVENTS)[number];

/** What the hash of an event covers, beside the hash of the event before. */
export interface ChainedEvent {
  envelope_id: string;
  seq: number;
  event: string;
  signer_id: string | null;
  actor_user_id: string | null;
  ip: string | null;
  user_agent: string | null;
  /** Texts, whole numbers and truth values only, so that the database gives back what was hashed. */
  data: object;
  at: Date;
}

export type HashedEvent = ChainedEvent & { prev_hash: string; hash: string };

export const FIRST_HASH = '0'.repeat(64);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The SHA-256 of the canonical JSON (RFC 8785) of a value. */
export const hashOf = (value: unknown): string => sha256(canonicalize(value) as string);

export function eventHash(previous: string, { signer_id, actor_user_id, at, ...event }: ChainedEvent): string {
  const { envelope_id, seq, event: name, ip, user_agent, data } = event;
  const covered = {
    envelope_id,
    seq,
    event: name,
    signer: signer_id,
    actor: actor_user_id,
    ip,
    user_agent,
    data,
    at: at.toISOString(),
  };
  return sha256(previous + (canonicalize(covered) as string));
}

/** Whether the events, in their order, are all the events up to the head. */
export function isChain(events: HashedEvent[], head: string | null): boolean {
  let previous = FIRST_HASH;
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1 || event.prev_hash !== previous || event.hash !== eventHash(previous, event))
      return false;
    previous = event.hash;
  }
  return previous === (head ?? FIRST_HASH);
}
