import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { drawToken, SecretLinks } from '../../kernel/secrets/secret-links.js';
import { Signer, SignerLink } from '../entities/signer.entity.js';

/** The first position at which somebody has not acted. */
const ADVANCE = sql(
  'esignatures_advance',
  `UPDATE ext_esignatures.signers s SET status = 'ready', ready_at = now(), updated_at = now()
   WHERE s.envelope_id = $1 AND s.role <> 'copy' AND s.status = 'waiting' AND s.position = (
     SELECT min(n.position) FROM ext_esignatures.signers n
     WHERE n.envelope_id = $1 AND n.role <> 'copy' AND n.status IN ('waiting', 'ready', 'viewed'))
   RETURNING s.*`,
);
const REMIND = sql(
  'esignatures_remind',
  `UPDATE ext_esignatures.signers s SET last_reminded_at = now(), updated_at = now()
   WHERE s.envelope_id = $1 AND s.status IN ('ready', 'viewed') AND ($2::uuid[] IS NULL OR s.id = ANY ($2))
     AND (s.last_reminded_at IS NULL OR s.last_reminded_at <= now() - interval '1 hour')
   RETURNING s.*`,
);
const COPIED = sql(
  'esignatures_copied',
  `UPDATE ext_esignatures.signers SET status = 'copied', acted_at = now(), updated_at = now()
   WHERE envelope_id = $1 AND role = 'copy' AND status = 'waiting'`,
);
const ISSUE = sql(
  'esignatures_issue_links',
  `INSERT INTO ext_esignatures.signer_links (signer_id, token_hash) SELECT * FROM unnest($1::uuid[], $2::text[])`,
);
const REVOKE = sql(
  'esignatures_revoke_links',
  `UPDATE ext_esignatures.signer_links SET revoked_at = now() WHERE signer_id = ANY ($1::uuid[]) AND revoked_at IS NULL`,
);
const CORRECT = sql(
  'esignatures_correct',
  `UPDATE ext_esignatures.signers s
   SET name = n.name, email = n.email, user_id = n.user_id, auth = n.auth, access_code_hash = n.access_code_hash,
     status = n.status, viewed_at = NULL, updated_at = now()
   FROM jsonb_to_recordset($2::jsonb)
     AS n (id uuid, name text, email text, user_id uuid, auth text, access_code_hash text, status text)
   WHERE s.envelope_id = $1 AND s.id = n.id`,
);
/**
 * Of signers by account who have not acted: a mark has come, so many days after they were asked or one day before the end,
 * and they have not been reminded since.
 */
const DUE = sql(
  'esignatures_due_reminders',
  `SELECT s.id, s.envelope_id, s.user_id, s.ready_at, s.last_reminded_at, e.owner_id, e.expires_at
   FROM ext_esignatures.signers s JOIN ext_esignatures.envelopes e ON e.id = s.envelope_id
   WHERE s.status IN ('ready', 'viewed') AND e.status = 'sent' AND e.expires_at > now() AND (s.ready_at, s.id) > ($1, $2)
   ORDER BY s.ready_at, s.id LIMIT $3`,
);

export type DueSigner = Pick<Signer, 'id' | 'envelope_id' | 'user_id' | 'last_reminded_at'> & {
  ready_at: Date;
  owner_id: string;
  expires_at: Date;
};

@AppProvider()
export class SignerRepository extends EntityRepository<Signer> {
  protected readonly entity = Signer;

  of(envelopeId: string): Promise<Signer[]> {
    return this.find({ envelope_id: envelopeId }, { order: { position: 'ASC', id: 'ASC' } });
  }

  /** Those whose turn it becomes. */
  advance(envelopeId: string): Promise<Signer[]> {
    return this.rows<Signer>(ADVANCE, envelopeId);
  }

  /** Those whose turn it is, of `ids` if they are given, who were not reminded within the hour. */
  remind(envelopeId: string, ids: string[] | null): Promise<Signer[]> {
    return this.rows<Signer>(REMIND, envelopeId, ids);
  }

  async copied(envelopeId: string): Promise<void> {
    await this.count(COPIED, envelopeId);
  }

  async correct(envelopeId: string, signers: object[]): Promise<void> {
    await this.count(CORRECT, envelopeId, JSON.stringify(signers));
  }

  due(after: { ready_at: Date; id: string }, limit: number): Promise<DueSigner[]> {
    return this.rows<DueSigner>(DUE, after.ready_at, after.id, limit);
  }
}

@AppProvider()
export class SignerLinkRepository extends SecretLinks<SignerLink> {
  protected readonly entity = SignerLink;

  /** Returns the token of each signer. */
  async issueAll(signerIds: string[]): Promise<Map<string, string>> {
    const drawn = signerIds.map((id) => ({ id, ...drawToken() }));
    if (drawn.length) await this.count(ISSUE, ...columnsOf(drawn, 'id', 'token_hash'));
    return new Map(drawn.map(({ id, token }) => [id, token]));
  }

  async revokeAll(signerIds: string[]): Promise<void> {
    await this.count(REVOKE, signerIds);
  }
}
