import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { INVITATION_JSON } from './invitations/invitation.repository.js';
import { ROOM_JSON, ROOM_SUMMARY } from './room-json.js';

/** A room, as it is to be told. */
export interface Told {
  id: string;
  /** As JSON. */
  json: string;
}

const SHOW_ALL = sql(
  'rooms_show',
  `SELECT r.id, ${ROOM_JSON}::text AS json FROM community.rooms r WHERE r.id = ANY ($1::uuid[])`,
);
/** Its words and reactions go by triggers. */
const EMPTY = sql(
  'room_messages_empty',
  `WITH emptied AS (
     UPDATE community.room_messages SET user_id = NULL WHERE user_id = $1 RETURNING room_id
   ) SELECT DISTINCT room_id FROM emptied`,
);
const UNREACT = sql(
  'room_reactions_delete_all_of_user',
  `WITH gone AS (
     DELETE FROM community.room_message_reactions WHERE user_id = $1 RETURNING message_id
   ) SELECT DISTINCT c.room_id FROM gone JOIN community.room_messages c ON c.id = gone.message_id`,
);
const DISOWN = sql(
  'room_invitations_disown',
  `WITH i AS (
     UPDATE community.room_invitations SET invited_by = NULL WHERE invited_by = $1 RETURNING *
   ) SELECT i.user_id, ${INVITATION_JSON}::text AS invitation, ${ROOM_SUMMARY}::text AS room
     FROM i JOIN community.rooms r ON r.id = i.room_id`,
);

/** What rooms have of somebody who goes. */
@Injectable()
export class ForgetRoomsRepository extends Repository {
  /** As they are now. */
  show(ids: string[]): Promise<Told[]> {
    return this.rows<Told & object>(SHOW_ALL, ids);
  }

  /** His words and his reactions go, however many they are; answers from which rooms. */
  async erase(userId: string): Promise<string[]> {
    const emptied = await this.rows<{ room_id: string }>(EMPTY, userId);
    const left = await this.rows<{ room_id: string }>(UNREACT, userId);
    return [...new Set([...emptied, ...left].map(({ room_id }) => room_id))];
  }

  /** Whom he has invited is invited by nobody; each invitation with its room, as JSON. */
  disown(userId: string): Promise<{ user_id: string; invitation: string; room: string }[]> {
    return this.rows(DISOWN, userId);
  }
}
