import { EntityRepository } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { containing, List } from '../../kernel/lists/list.js';
import { Envelope, type EnvelopeStatus } from '../entities/envelope.entity.js';
import type { SignerStatus } from '../entities/signer.entity.js';

export const BOXES = ['sent', 'inbox', 'all'] as const;
export type Box = (typeof BOXES)[number];

const shared = {
  columns: 'e.*, m.status AS my_status',
  id: 'e.id',
  filters: {
    status: 'e.status = ?',
    q: `(e.title ILIKE ? OR EXISTS (
      SELECT FROM ext_esignatures.signers n WHERE n.envelope_id = e.id AND n.name ILIKE ?))`,
  },
  sorts: { newest: { by: 'e.created_at', type: 'timestamptz' } },
} as const;
const OWN = `ext_esignatures.envelopes e LEFT JOIN ext_esignatures.signers m ON m.envelope_id = e.id AND m.user_id = $1`;
const LISTS: Record<Box, List<'status' | 'q', 'newest'>> = {
  sent: new List({ ...shared, name: 'esignatures_sent', from: OWN, where: 'e.owner_id = $1' }),
  // In the order in which the signer was named, which an index of the signers has.
  inbox: new List({
    ...shared,
    name: 'esignatures_inbox',
    from: 'ext_esignatures.signers m JOIN ext_esignatures.envelopes e ON e.id = m.envelope_id',
    where: 'm.user_id = $1 AND e.sent_at IS NOT NULL',
    id: 'm.envelope_id',
    sorts: { newest: { by: 'm.created_at', type: 'timestamptz' } },
  }),
  all: new List({
    ...shared,
    name: 'esignatures_all',
    from: OWN,
    where: `(e.owner_id = $1 OR e.sent_at IS NOT NULL
      AND e.id = ANY (ARRAY(SELECT s.envelope_id FROM ext_esignatures.signers s WHERE s.user_id = $1)))`,
  }),
};
const DUE = sql(
  'esignatures_due',
  `SELECT e.id FROM ext_esignatures.envelopes e WHERE e.status = 'sent' AND e.expires_at <= now()
   ORDER BY e.expires_at, e.id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
);
/** Those that are not at their end, and whose sender is gone. */
const LEFT = sql(
  'esignatures_left',
  `SELECT e.id FROM ext_esignatures.envelopes e WHERE e.status IN ('sent', 'sealing')
     AND NOT EXISTS (SELECT FROM account.users u WHERE u.id = e.owner_id)
   ORDER BY e.id LIMIT $1 FOR NO KEY UPDATE OF e SKIP LOCKED`,
);
const DROP_DRAFTS = sql(
  'esignatures_drop_drafts',
  `DELETE FROM ext_esignatures.envelopes WHERE owner_id = $1 AND status = 'draft'`,
);
const FINALS = sql(
  'esignatures_finals',
  `SELECT final_key FROM ext_esignatures.envelopes WHERE owner_id = $1 AND status = 'completed' AND final_key IS NOT NULL`,
);
const OPEN_OF = sql(
  'esignatures_open_of',
  `SELECT id FROM ext_esignatures.envelopes WHERE owner_id = $1 AND status IN ('sent', 'sealing')
   ORDER BY id FOR NO KEY UPDATE`,
);
/** Years are a setting of each sender, at least one. */
const HELD = sql(
  'esignatures_held',
  `SELECT e.id, e.owner_id, e.ended_at FROM ext_esignatures.envelopes e
   WHERE e.sent_at IS NOT NULL AND e.ended_at IS NOT NULL AND e.released_at IS NULL
     AND e.ended_at <= now() - interval '1 year' AND (e.ended_at, e.id) > ($1, $2)
   ORDER BY e.ended_at, e.id LIMIT $3`,
);
const USERS = sql(
  'esignatures_users',
  `SELECT id FROM account.users WHERE id = ANY ($1::uuid[]) AND user_status = 'active'`,
);

export type ListedEnvelope = Envelope & { my_status: SignerStatus | null };

@AppProvider()
export class EnvelopeRepository extends EntityRepository<Envelope> {
  protected readonly entity = Envelope;

  list(
    userId: string,
    box: Box,
    filters: { status?: EnvelopeStatus; q?: string },
    query: PageQuery,
  ): Promise<Page<ListedEnvelope>> {
    const { status, q } = filters;
    const given = { status, q: q === undefined ? undefined : containing(q) };
    return LISTS[box].page<ListedEnvelope>(this.database, { values: [userId], filters: given, sort: 'newest', query });
  }

  /** Locked: their time is over. */
  async due(limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(DUE, limit)).map(({ id }) => id);
  }

  async left(limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(LEFT, limit)).map(({ id }) => id);
  }

  async openOf(ownerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(OPEN_OF, ownerId)).map(({ id }) => id);
  }

  async dropDrafts(ownerId: string): Promise<void> {
    await this.count(DROP_DRAFTS, ownerId);
  }

  async finalsOf(ownerId: string): Promise<string[]> {
    return (await this.rows<{ final_key: string }>(FINALS, ownerId)).map(({ final_key }) => final_key);
  }

  held(
    after: { ended_at: Date; id: string },
    limit: number,
  ): Promise<{ id: string; owner_id: string; ended_at: Date }[]> {
    return this.rows(HELD, after.ended_at, after.id, limit);
  }

  /** Which of these users exist. */
  async users(ids: string[]): Promise<Set<string>> {
    if (!ids.length) return new Set();
    return new Set((await this.rows<{ id: string }>(USERS, ids)).map(({ id }) => id));
  }
}
