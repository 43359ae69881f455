import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Desk } from '../entities/desk.entity.js';
import { personName } from './person.sql.js';

const MAKE = sql(
  'support_desk_make',
  `INSERT INTO ext_support.desks (owner_id) SELECT id FROM account.users WHERE id = $1 FOR KEY SHARE
   ON CONFLICT (owner_id) DO NOTHING`,
);
const NAMES = sql(
  'support_names',
  `SELECT u.id, coalesce(a.display_name, ${personName('u')}) AS name FROM account.users u
   LEFT JOIN ext_support.agents a ON a.user_id = u.id AND a.owner_id = $2
   WHERE u.id = ANY ($1::uuid[])`,
);
const NAMES_AT = sql(
  'support_names_at',
  `SELECT d.owner_id || ' ' || u.id AS key, coalesce(a.display_name, ${personName('u')}) AS name
   FROM account.users u CROSS JOIN unnest($2::uuid[]) d (owner_id)
   LEFT JOIN ext_support.agents a ON a.user_id = u.id AND a.owner_id = d.owner_id
   WHERE u.id = ANY ($1::uuid[])`,
);
const USER = sql('support_user', 'SELECT FROM account.users WHERE id = $1 FOR KEY SHARE');

@AppProvider()
export class DeskRepository extends EntityRepository<Desk> {
  protected readonly entity = Desk;

  lock(ownerId: string): Promise<Desk | undefined> {
    return this.findOne({ owner_id: ownerId }, { lock: 'update' });
  }

  /** Made where there is none yet; undefined where there is no such user. */
  async lockOrMake(ownerId: string): Promise<Desk | undefined> {
    const known = await this.lock(ownerId);
    if (known) return known;
    await this.count(MAKE, ownerId);
    return this.lock(ownerId);
  }

  async save({ owner_id, next_number, last_assigned_agent_id }: Desk): Promise<void> {
    await this.update({ owner_id }, { next_number, last_assigned_agent_id, updated_at: NOW });
  }

  /** How many tickets it has had. */
  async tickets(ownerId: string): Promise<number> {
    return ((await this.findOne({ owner_id: ownerId }, { select: ['next_number'] }))?.next_number ?? 1) - 1;
  }

  /** The account is not deleted before the end of the transaction. */
  async isUser(userId: string): Promise<boolean> {
    return (await this.rows(USER, userId)).length > 0;
  }

  /** As they are called at a desk; null has no name, and who is not there has no account any more. */
  async names(userIds: string[], ownerId: string): Promise<Map<string, string | null>> {
    type Row = { id: string; name: string | null };
    const rows = userIds.length ? await this.rows<Row>(NAMES, [...new Set(userIds)], ownerId) : [];
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The same at several desks: by the desk and the user. */
  async namesAt(userIds: string[], ownerIds: string[]): Promise<Map<string, string | null>> {
    type Row = { key: string; name: string | null };
    const rows = await this.rows<Row>(NAMES_AT, [...new Set(userIds)], ownerIds);
    return new Map(rows.map(({ key, name }) => [key, name]));
  }
}
