import { Injectable } from '@nestjs/common';
import { Repository } from '../../../platform/database/repository.js';
import { sql } from '../../../platform/database/sql.js';

const ADD = sql(
  'room_reaction_add',
  `INSERT INTO community.room_message_reactions (message_id, emoji, user_id) VALUES ($1, $2, $3)
   ON CONFLICT (message_id, emoji, user_id) DO NOTHING`,
);
const REMOVE = sql(
  'room_reaction_remove',
  'DELETE FROM community.room_message_reactions WHERE message_id = $1 AND emoji = $2 AND user_id = $3',
);
const SHOW = sql(
  'room_reactions_show',
  'SELECT reactions::text AS json FROM community.room_messages WHERE id = $1',
);
const FOR_EXPORT = sql(
  'room_reactions_for_export',
  `SELECT message_id, emoji, created_at FROM community.room_message_reactions
   WHERE user_id = $1 ORDER BY created_at, message_id, emoji`,
);

@Injectable()
export class ReactionRepository extends Repository {
  /** All reactions of the message since, as JSON; undefined where he had it already. */
  add(messageId: string, emoji: string, userId: string): Promise<string | undefined> {
    return this.change(ADD, messageId, emoji, userId);
  }

  /** Undefined where he had none. */
  remove(messageId: string, emoji: string, userId: string): Promise<string | undefined> {
    return this.change(REMOVE, messageId, emoji, userId);
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }

  /** Sent together: a trigger has counted when the second looks. */
  private async change(
    statement: typeof ADD,
    ...values: [string, string, string]
  ): Promise<string | undefined> {
    const [changed, shown] = await Promise.all([
      this.count(statement, ...values),
      this.one<{ json: string }>(SHOW, values[0]),
    ]);
    return changed ? shown?.json : undefined;
  }
}
