import { In } from 'typeorm';
import { NOW } from '../../../platform/database/entity.repository.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { drawToken, SecretLinks } from '../../kernel/secrets/secret-links.js';
import { Recipient, type RecipientStatus } from '../entities/submission.entity.js';
import type { RecipientView } from '../filerequests.views.js';

const WITH_MISSING = sql(
  'filerequests_recipients',
  `SELECT p.id, p.request_id, p.name, p.email, p.user_id, p.status, p.last_reminded_at, p.created_at, p.updated_at,
     s.id AS submission_id,
     ARRAY(
       SELECT i.id FROM ext_filerequests.items i
       WHERE i.request_id = p.request_id AND i.required AND i.min_files > (
         SELECT count(*) FROM ext_filerequests.files f
         WHERE f.submission_id = s.id AND f.item_id = i.id AND f.status = 'received')
       ORDER BY i.position
     ) AS missing_items
   FROM ext_filerequests.recipients p LEFT JOIN ext_filerequests.submissions s ON s.recipient_id = p.id
   WHERE p.request_id = $1 ORDER BY p.created_at, p.id`,
);
const INVITE = sql(
  'filerequests_invite',
  `INSERT INTO ext_filerequests.recipients (request_id, name, email, user_id, token_hash)
   SELECT $1, name, email, user_id, token_hash
   FROM jsonb_to_recordset($2::jsonb) AS n (place int, name text, email text, user_id uuid, token_hash text)
   ORDER BY place ON CONFLICT DO NOTHING RETURNING id, token_hash`,
);
const USERS = sql(
  'filerequests_invited_users',
  `SELECT id FROM account.users WHERE id = ANY ($1::uuid[]) AND user_status = 'active'`,
);
/** Locked in the order of their ids. Those who were reminded within a day stay as they are. */
const REMIND = sql(
  'filerequests_remind',
  `WITH held AS (
     SELECT id FROM ext_filerequests.recipients
     WHERE request_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2)) AND status IN ('invited', 'opened', 'partial')
       AND (user_id IS NOT NULL OR $3)
       AND (last_reminded_at IS NULL OR last_reminded_at <= now() - interval '1 day')
     ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE ext_filerequests.recipients p SET last_reminded_at = now(), updated_at = now() FROM held
   WHERE p.id = held.id RETURNING p.id, p.name, p.user_id`,
);
const RENEW = sql(
  'filerequests_renew_links',
  `UPDATE ext_filerequests.recipients p SET token_hash = n.token_hash
   FROM unnest($1::uuid[], $2::text[]) AS n (id, token_hash) WHERE p.id = ANY ($1::uuid[]) AND p.id = n.id`,
);
/** Members who were asked before the last mark that has come, and have not been reminded since. */
const DUE = sql(
  'filerequests_due_reminders',
  `WITH due AS (
     SELECT p.id FROM ext_filerequests.recipients p
     WHERE p.request_id = $1 AND p.user_id IS NOT NULL AND p.status IN ('invited', 'opened', 'partial')
       AND p.created_at < $2 AND (p.last_reminded_at IS NULL OR (
         p.last_reminded_at < $2 AND p.last_reminded_at <= now() - interval '1 day'))
     ORDER BY p.id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
   )
   UPDATE ext_filerequests.recipients p SET last_reminded_at = now(), updated_at = now() FROM due
   WHERE p.id = due.id RETURNING p.user_id`,
);

export interface Invitation {
  name: string;
  email: string | null;
  user_id: string | null;
}

export interface Reminded {
  id: string;
  name: string;
  user_id: string | null;
}

@AppProvider()
export class RecipientRepository extends SecretLinks<Recipient> {
  protected readonly entity = Recipient;

  withMissing(requestId: string): Promise<RecipientView[]> {
    return this.rows<RecipientView>(WITH_MISSING, requestId);
  }

  /** By place: who is there already has none. */
  async invite(requestId: string, people: Invitation[]): Promise<({ id: string; token: string } | undefined)[]> {
    const drawn = people.map((person, place) => ({ place, ...person, ...drawToken() }));
    const rows = drawn.map(({ token: _token, ...row }) => row);
    const made = await this.rows<{ id: string; token_hash: string }>(INVITE, requestId, JSON.stringify(rows));
    const ids = new Map(made.map(({ id, token_hash }) => [token_hash, id]));
    return drawn.map(({ token, token_hash }) => {
      const id = ids.get(token_hash);
      return id === undefined ? undefined : { id, token };
    });
  }

  async activeUsers(ids: string[]): Promise<number> {
    return ids.length ? (await this.rows(USERS, ids)).length : 0;
  }

  /** Those who are due. Who has no account is only reminded by a fresh link. */
  remind(requestId: string, ids: string[] | null, withLinks: boolean): Promise<Reminded[]> {
    return this.rows<Reminded>(REMIND, requestId, ids, withLinks);
  }

  /** Fresh tokens; the ones before stop working. */
  async renewAll(ids: string[]): Promise<Map<string, string>> {
    const drawn = ids.map((id) => ({ id, ...drawToken() }));
    if (ids.length) await this.count(RENEW, ...columnsOf(drawn, 'id', 'token_hash'));
    return new Map(drawn.map(({ id, token }) => [id, token]));
  }

  async remindMembers(requestId: string, before: Date, limit: number): Promise<string[]> {
    return (await this.rows<{ user_id: string }>(DUE, requestId, before, limit)).map(({ user_id }) => user_id);
  }

  /** Where it has one of the states `from`. */
  async advance(id: string, from: RecipientStatus[], status: RecipientStatus): Promise<void> {
    await this.update({ id, status: In(from) }, { status, updated_at: NOW });
  }
}
