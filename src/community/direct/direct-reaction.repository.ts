import { Injectable } from '@nestjs/common';
import { jsonList, jsonObject } from '../../platform/database/json.js';
import { isParty } from './direct-json.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';

/** How many different ones a message can have. */
const MOST = 20;

interface Reacted {
  is_new: boolean;
  /** He had reacted like that before. */
  was_there: boolean;
}

const REACT = sql(
  'direct_reaction_add',
  `WITH there AS (
     SELECT emoji, user_id FROM community.direct_reactions WHERE message_id = $1
   ), made AS (
     INSERT INTO community.direct_reactions (message_id, user_id, emoji)
     SELECT $1, $2, $3 WHERE (SELECT count(DISTINCT emoji) FROM there WHERE emoji <> $3) < ${MOST}
     ON CONFLICT (message_id, emoji, user_id) DO NOTHING RETURNING message_id
   ) SELECT EXISTS (SELECT FROM made) AS is_new,
     EXISTS (SELECT FROM there WHERE user_id = $2 AND emoji = $3) AS was_there`,
);
const REMOVE = sql(
  'direct_reaction_remove',
  'DELETE FROM community.direct_reactions WHERE message_id = $1 AND user_id = $2 AND emoji = $3',
);
const CLEAR = sql('direct_reactions_clear', 'DELETE FROM community.direct_reactions WHERE message_id = $1');
const SHOW = sql(
  'direct_reactions_show',
  `UPDATE community.direct_messages m SET reactions = (
     SELECT ${jsonList(jsonObject({ emoji: 'emoji', count: 'count' }), 'since, emoji')}::jsonb FROM (
       SELECT emoji, count(*) AS count, min(created_at) AS since FROM community.direct_reactions
       WHERE message_id = m.id GROUP BY emoji
     ) r)
   WHERE id = $1 RETURNING reactions::text AS json`,
);

const FOR_EXPORT = sql(
  'direct_reactions_for_export',
  `SELECT r.message_id, r.emoji, r.created_at FROM community.conversations c
   JOIN community.direct_messages m ON m.conversation_id = c.id
   JOIN community.direct_reactions r ON r.message_id = m.id AND r.user_id = $1
   WHERE ${isParty('$1::uuid')} ORDER BY r.created_at, r.message_id, r.emoji`,
);

/** Every change is made while the message is held (`DirectMessageRepository.hold`). */
@Injectable()
export class DirectReactionRepository extends Repository {
  async add(messageId: string, userId: string, emoji: string): Promise<Reacted> {
    return (await this.one<Reacted & object>(REACT, messageId, userId, emoji)) as Reacted;
  }

  async remove(messageId: string, userId: string, emoji: string): Promise<boolean> {
    return (await this.count(REMOVE, messageId, userId, emoji)) > 0;
  }

  async clear(messageId: string): Promise<void> {
    await this.count(CLEAR, messageId);
  }

  /** The message shows them from now on: `[{ emoji, count }]` as JSON. */
  async show(messageId: string): Promise<string> {
    return (await this.one<{ json: string }>(SHOW, messageId))?.json as string;
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }
}
