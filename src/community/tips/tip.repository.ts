import { Injectable } from '@nestjs/common';
import { iso, jsonObject, sql } from '../../platform/database/sql.js';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { blocked } from '../../social/blocks/blocked.sql.js';

const TIP = jsonObject({
  id: 't.id',
  sender_id: 't.sender_id',
  recipient_id: 't.recipient_id',
  amount: 'trim_scale(t.amount * 0.01)',
  message: 't.message',
  created_at: iso('t.created_at'),
  settled: 't.settled_at IS NOT NULL',
});

export interface TipRow {
  id: string;
  /** The tip as clients see it. */
  json: string;
}

/** An unpaid tip that was marked as paid. */
export interface PaidTip extends TipRow {
  recipient_id: string;
  amount: string;
  /** Whether the recipient has unpaid tips as a sender. */
  owes: boolean;
}

interface InsertedTip extends TipRow {
  blocked: boolean;
}

const INSERT = sql(
  'tip_insert',
  `WITH target AS (
     SELECT u.id, ${blocked('$1::uuid', 'u.id')} AS blocked
     FROM account.users u WHERE u.id = $2::uuid AND u.user_status = 'active' FOR KEY SHARE OF u
   ), t AS (
     INSERT INTO community.tips (sender_id, recipient_id, amount, message)
     SELECT $1::uuid, id, $3, $4 FROM target WHERE NOT blocked RETURNING *
   ) SELECT target.blocked, t.id, ${TIP}::text AS json FROM target LEFT JOIN t ON true`,
);
const SETTLED = sql(
  'tip_settled',
  `UPDATE community.tips t SET settled_at = now() WHERE id = $1 RETURNING ${TIP}::text AS json`,
);
// The lock keeps their accounts from being deleted. Deleting an account locks it before its wallet, so the order is the same.
const CREDITORS = sql(
  'tip_creditors',
  `SELECT u.id FROM account.users u WHERE u.id IN (
     SELECT recipient_id FROM community.tips WHERE sender_id = $1 AND settled_at IS NULL
     ORDER BY created_at, id LIMIT $2
   ) ORDER BY u.id FOR KEY SHARE`,
);
// Takes the oldest tips that the money covers, up to the first one that it does not. The lock keeps the recipients'
// accounts from being deleted meanwhile; deleting an account locks it before its rows, so the order is the same.
const SETTLE = sql(
  'tips_settle',
  `WITH owed AS (
     SELECT id, recipient_id, sum(amount) OVER (ORDER BY created_at, id) AS so_far FROM (
       SELECT * FROM community.tips WHERE sender_id = $1 AND settled_at IS NULL ORDER BY created_at, id LIMIT $3
     ) oldest
   ), held AS (
     SELECT u.id FROM account.users u WHERE u.id IN (SELECT recipient_id FROM owed WHERE so_far <= $2)
     ORDER BY u.id FOR KEY SHARE
   ), t AS (
     UPDATE community.tips t SET settled_at = now() FROM owed JOIN held ON held.id = owed.recipient_id
     WHERE t.id = owed.id AND owed.so_far <= $2 AND t.settled_at IS NULL RETURNING t.*
   ) SELECT t.id, t.recipient_id, t.amount, ${TIP}::text AS json,
     EXISTS (SELECT FROM community.tips o WHERE o.sender_id = t.recipient_id AND o.settled_at IS NULL) AS owes
   FROM t ORDER BY t.created_at, t.id`,
);
const PARTNERS_OF = sql(
  'tips_partners_of_user',
  `SELECT recipient_id AS id FROM community.tips WHERE sender_id = $1 AND recipient_id IS NOT NULL
   UNION SELECT sender_id FROM community.tips WHERE recipient_id = $1 AND sender_id IS NOT NULL`,
);
const page = (whose: 'sender_id' | 'recipient_id') => `
  SELECT t.id, t.created_at, ${TIP}::text AS json FROM community.tips t
  WHERE t.${whose} = $1 AND (t.created_at, t.id) < ($2, $3::uuid)
  ORDER BY t.created_at DESC, t.id DESC LIMIT $4`;
export const TIPS_FOR_EXPORT = sql(
  'tips_for_export',
  `SELECT ${TIP} AS tip FROM community.tips t WHERE t.sender_id = $1 OR t.recipient_id = $1
   ORDER BY t.created_at, t.id`,
);

const LIMITS = { defaultLimit: 100, maxLimit: 100 };
const PAGES = {
  sent: { statement: sql('tips_sent', page('sender_id')), keyset: new Keyset({ name: 'tips-sent', ...LIMITS }) },
  received: {
    statement: sql('tips_received', page('recipient_id')),
    keyset: new Keyset({ name: 'tips-received', ...LIMITS }),
  },
};

/** Tips as JSON, newest first. */
export interface TipsPage {
  tips: string[];
  next_cursor: string | null;
}

@Injectable()
export class TipRepository extends BaseRepository {
  /** Undefined when the recipient is not active. */
  insert(senderId: string, recipientId: string, amount: bigint, message: string | null) {
    return this.one<InsertedTip>(INSERT, senderId, recipientId, String(amount), message);
  }

  /** Returns the settled tip as JSON. */
  async markSettled(id: string): Promise<string> {
    return (await this.onlyOne<{ json: string }>(SETTLED, id)).json;
  }

  /** The recipients of the oldest unpaid tips of the user, with their accounts locked. */
  async lockCreditors(userId: string, most: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(CREDITORS, userId, most)).map(({ id }) => id);
  }

  /** Marks the oldest tips that the money covers as paid. The caller locks the wallet before and transfers after. */
  settle(senderId: string, money: bigint, most: number): Promise<PaidTip[]> {
    return this.rows<PaidTip>(SETTLE, senderId, String(money), most);
  }

  /** Users to whom the user sent tips or from whom the user received tips. */
  async listPartners(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(PARTNERS_OF, userId)).map(({ id }) => id);
  }

  async list(which: keyof typeof PAGES, userId: string, query: PageQuery): Promise<TipsPage> {
    const { statement, keyset } = PAGES[which];
    type Row = TipRow & { created_at: Date };
    const { rows, next_cursor } = await this.newest<Row>(keyset, query, statement, [userId]);
    return { tips: rows.map(({ json }) => json), next_cursor };
  }
}
