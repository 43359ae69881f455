import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Agent } from '../entities/desk.entity.js';
import { personName } from './person.sql.js';

export interface Candidate {
  id: string;
  user_id: string;
  /** New and open. */
  busy: number;
}

export type AgentRow = Omit<Agent, 'owner_id'> & {
  name: string | null;
  is_owner: boolean;
  /** New, open and pending. */
  open_tickets: number;
};

export type AgentChange = Partial<Pick<Agent, 'display_name' | 'active' | 'takes_tickets'>>;

// Kept from being made inactive meanwhile.
const HOLD = sql(
  'support_agent_hold',
  `SELECT FROM ext_support.agents WHERE owner_id = $1 AND user_id = $2 AND active FOR SHARE`,
);
const DESKS = sql(
  'support_agent_desks',
  'SELECT owner_id FROM ext_support.agents WHERE user_id = $1 AND active ORDER BY owner_id',
);
const SAVE = sql(
  'support_agent_save',
  `INSERT INTO ext_support.agents AS a (owner_id, user_id, display_name, active, takes_tickets)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (owner_id, user_id) DO UPDATE SET display_name = excluded.display_name, active = excluded.active,
     takes_tickets = excluded.takes_tickets, updated_at = now() RETURNING *`,
);
const OPEN = (user: string, owner: string) => `(SELECT count(*)::int FROM ext_support.tickets t
  WHERE t.assignee_id = ${user} AND t.owner_id = ${owner} AND t.status IN ('new', 'open', 'pending'))`;
const CANDIDATES = sql(
  'support_agent_candidates',
  `SELECT a.id, a.user_id, (SELECT count(*)::int FROM ext_support.tickets t
     WHERE t.assignee_id = a.user_id AND t.owner_id = $1 AND t.status IN ('new', 'open')) AS busy
   FROM ext_support.agents a WHERE a.owner_id = $1 AND a.active AND a.takes_tickets ORDER BY a.id`,
);
const SHOWN = sql(
  'support_agent_shown',
  `SELECT a.id, a.user_id, a.display_name, a.active, a.takes_tickets, a.created_at, a.updated_at,
     ${personName('u')} AS name, false AS is_owner, ${OPEN('a.user_id', '$1')} AS open_tickets
   FROM ext_support.agents a JOIN account.users u ON u.id = a.user_id WHERE a.owner_id = $1 AND a.user_id = $2`,
);
// The owner has no row and comes before all agents.
const LIST = sql(
  'support_agents_list',
  `SELECT a.id, a.user_id, a.display_name, a.active, a.takes_tickets, a.created_at, a.updated_at,
     ${personName('u')} AS name, a.is_owner, ${OPEN('a.user_id', '$1')} AS open_tickets
   FROM (
     SELECT '00000000-0000-0000-0000-000000000000'::uuid AS id, id AS user_id, NULL::text AS display_name, true AS active,
       false AS takes_tickets, created_at, created_at AS updated_at, true AS is_owner
     FROM account.users WHERE id = $1
     UNION ALL
     SELECT id, user_id, display_name, active, takes_tickets, created_at, updated_at, false
     FROM ext_support.agents WHERE owner_id = $1
   ) a JOIN account.users u ON u.id = a.user_id
   WHERE $2::uuid IS NULL OR a.id > $2::uuid ORDER BY a.id LIMIT $3`,
);

const PAGE = new Keyset({ name: 'support-agents', defaultLimit: 20, maxLimit: 100 });

@AppProvider()
export class AgentRepository extends EntityRepository<Agent> {
  protected readonly entity = Agent;

  isActive(owner_id: string, user_id: string): Promise<boolean> {
    return this.exists({ owner_id, user_id, active: true });
  }

  /** The same, and it stays so up to the end of the transaction. */
  async hold(ownerId: string, userId: string): Promise<boolean> {
    return (await this.rows(HOLD, ownerId, userId)).length > 0;
  }

  async active(owner_id: string): Promise<string[]> {
    const agents = await this.find({ owner_id, active: true }, { select: ['user_id'], order: { id: 'ASC' } });
    return agents.map(({ user_id }) => user_id);
  }

  /** The owners of the desks at which somebody is an active agent. */
  async desks(userId: string): Promise<string[]> {
    return (await this.rows<{ owner_id: string }>(DESKS, userId)).map(({ owner_id }) => owner_id);
  }

  save(
    ownerId: string,
    userId: string,
    { display_name = null, active = true, takes_tickets = true }: AgentChange,
  ): Promise<Agent> {
    const values = [ownerId, userId, display_name, active, takes_tickets];
    return this.onlyOne<Agent>(SAVE, ...values);
  }

  /** Who takes tickets, in the order in which they came to the desk. */
  candidates(ownerId: string): Promise<Candidate[]> {
    return this.rows<Candidate>(CANDIDATES, ownerId);
  }

  /** As it is listed. */
  shown({ owner_id, user_id }: Agent): Promise<AgentRow> {
    return this.onlyOne<AgentRow>(SHOWN, owner_id, user_id);
  }

  async list(ownerId: string, query: PageQuery) {
    const slice = PAGE.read(query);
    const rows = await this.rows<AgentRow>(LIST, ownerId, slice.after?.[0] ?? null, slice.fetch);
    return PAGE.cut(rows, slice, ({ id }) => [id]);
  }
}
