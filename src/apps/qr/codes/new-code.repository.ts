import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Style } from '../drawing/style.input.js';
import type { Code } from '../entities/code.entity.js';

const COLUMNS = {
  name: 'text',
  mode: 'text',
  kind: 'text',
  content: 'jsonb',
  payload: 'text',
  key: 'text',
  link_id: 'uuid',
  expires_at: 'timestamptz',
  fallback_url: 'text',
  is_image_public: 'boolean',
  tags: 'text[]',
  symbol_version: 'smallint',
} as const;
const NAMES = Object.keys(COLUMNS);
const NEW = Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

const LOCK_OWNER = sql('qr_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const COUNT = sql(
  'qr_count',
  `SELECT count(*)::int AS n FROM (
     SELECT FROM ext_qr.codes WHERE owner_id = $1 AND status <> 'deleted' LIMIT $2) own`,
);
const INSERT = sql(
  'qr_insert',
  `INSERT INTO ext_qr.codes (owner_id, style, logo_png, batch_id, ${NAMES.join(', ')})
   SELECT $1, $2, $3, $4, ${NAMES.map((name) => `n.${name}`).join(', ')}
   FROM jsonb_to_recordset($5::jsonb) AS n (place int, ${NEW})
   WHERE NOT EXISTS (SELECT FROM ext_qr.retired_keys r WHERE r.key = n.key) ORDER BY n.place
   ON CONFLICT (key) DO NOTHING RETURNING id, key`,
);

export type NewCodeRow = Pick<Code, keyof typeof COLUMNS>;

interface Common {
  style: Style;
  logo: Buffer | null;
  batch_id: string | null;
}

@AppProvider()
export class NewCodeRepository extends BaseRepository {
  /** The number of the owner's codes, which no other call changes until the transaction ends. */
  async countOf(ownerId: string, most: number): Promise<number> {
    await this.rows(LOCK_OWNER, ownerId);
    return (await this.onlyOne<{ n: number }>(COUNT, ownerId, most)).n;
  }

  /** The ids by their keys; a code whose key is taken is left out. */
  async insert(ownerId: string, codes: NewCodeRow[], { style, logo, batch_id }: Common): Promise<Map<string, string>> {
    const rows = JSON.stringify(codes.map((code, place) => ({ place, ...code })));
    const made = await this.rows<{ id: string; key: string }>(INSERT, ownerId, style, logo, batch_id, rows);
    return new Map(made.map(({ id, key }) => [key, id]));
  }
}
