import { queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';
import { crowd } from '../social/people.js';

const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const LAST = '9223372036854775807';

let service: TestService;
/** A member of hundreds of rooms, and the owner of some. */
let user: string;
let other: string;
/** A room with thousands of members and tens of thousands of messages. */
let room: string;
let message: string;
let category: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const people = await crowd(service, 10_000);
  [user, other] = people as [string, string];
  const ask = async (text: string, ...values: unknown[]) => (await service.database.query(text, values)).rows;
  await ask(`UPDATE account.users SET username = 'user_' || right(id::text, 12)`);
  await ask(
    `INSERT INTO community.rooms (name, description, owner_id, category_id, is_private, created_at)
     SELECT 'Room ' || n, md5(n::text), ($1::uuid[])[1 + n % 10000], (SELECT id FROM community.room_categories
       ORDER BY position OFFSET n % 8 LIMIT 1), n % 3 = 0, now() - n * interval '1 minute'
     FROM generate_series(1, 20000) n`,
    people,
  );
  await ask(`INSERT INTO community.room_members (room_id, user_id) SELECT id, owner_id FROM community.rooms`);
  [{ id: room, category_id: category }] = (await ask(
    'SELECT id, category_id FROM community.rooms WHERE NOT is_private LIMIT 1',
  )) as [{ id: string; category_id: string }];
  const rest = 'ON CONFLICT DO NOTHING';
  await ask(
    `INSERT INTO community.room_members (room_id, user_id) SELECT $1, unnest($2::uuid[]) ${rest}`,
    room,
    people,
  );
  await ask(
    `INSERT INTO community.room_members (room_id, user_id) SELECT id, $1 FROM (SELECT id FROM community.rooms LIMIT 500) r ${rest}`,
    user,
  );
  await ask(
    `INSERT INTO community.room_invitations (room_id, user_id, invited_by)
     SELECT id, ($1::uuid[])[1 + (row_number() OVER ())::int % 10000], owner_id FROM community.rooms`,
    people,
  );
  for (const table of ['room_moderation', 'room_moderation_log']) {
    await ask(
      `INSERT INTO community.${table} (room_id, user_id, action)
       SELECT id, ($1::uuid[])[1 + (row_number() OVER ())::int % 9999], 'ban' FROM community.rooms`,
      people,
    );
  }
  await ask(
    `INSERT INTO community.room_messages (room_id, seq, user_id, content)
     SELECT $1, n, ($2::uuid[])[1 + n % 10000], CASE n % 50 WHEN 0 THEN '@you' ELSE 'Hello' END
     FROM generate_series(1, 30000) n`,
    room,
    people,
  );
  await ask(
    `INSERT INTO community.room_message_reactions (message_id, emoji, user_id)
     SELECT id, 'a', $1 FROM community.room_messages WHERE seq <= 5000`,
    user,
  );
  [{ id: message }] = (await ask('SELECT id FROM community.room_messages WHERE seq = 15000')) as [{ id: string }];
  await ask(
    `INSERT INTO social.blocks (blocker_id, blocked_id)
     SELECT ($1::uuid[])[n], ($1::uuid[])[n + 1] FROM generate_series(1, 9999) n`,
    people,
  );
  // VACUUM also writes the visibility map, which index-only scans need.
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

describe('no sequential scan in the statement', () => {
  it.each<[string, () => unknown[]]>([
    ['rooms_open', () => [other, ...END, 21]],
    ['rooms_open_of_category', () => [other, ...END, 21, category]],
    ['rooms_joined', () => [other, ...END, 21, null]],
    ['rooms_search', () => [other, ...END, 21, 'needle', true]],
    ['rooms_joined_by', () => [other, 499]],
    ['room_detail', () => [room]],
    ['SELECT * FROM community.rooms WHERE id = $1', () => [room]],
    ['room_lock', () => [room]],
    ['room_seat', () => [room, user]],
    [
      'room_readable',
      () => [
        [room, room],
        [user, other],
      ],
    ],
    ['room_mentioning', () => [[room]]],
    ['room_invitations_to', () => [[room]]],
    ['room_members_page', () => [room, 'admin', '-infinity', END[1], 51]],
    ['SELECT * FROM community.room_members WHERE room_id = $1 AND user_id = $2', () => [room, user]],
    ['room_member_target', () => [room, user]],
    ['room_member_insert', () => [room, user, 'member']],
    ['DELETE FROM community.room_members WHERE room_id = $1 AND user_id = $2', () => [room, user]],
    ['UPDATE community.room_members SET role = $1 WHERE room_id = $2 AND user_id = $3', () => ['admin', room, user]],
    ['room_members_promote', () => [[room]]],
    [
      'SELECT FROM community.room_members WHERE room_id = $1 AND role = $2 AND user_id IS DISTINCT FROM $3 LIMIT 1',
      () => [room, 'admin', user],
    ],
    ['rooms_lock_of_user', () => [other]],
    ['room_members_delete_all_of_user', () => [other]],
    ['rooms_pass_on', () => [other]],
    ['room_messages_page', () => [room, LAST, 51]],
    ['SELECT seq FROM community.room_messages WHERE id = $1 AND room_id = $2', () => [message, room]],
    ['room_lock_for_message', () => [[room]]],
    ['room_message_write', () => [[room], [user], ['Hello']]],
    [
      `SELECT * FROM community.room_messages
       WHERE id = $1 AND room_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
      () => [message, room],
    ],
    ['room_message_edit', () => [message, 'Hello']],
    ['room_message_delete', () => [message]],
    ['room_message_read', () => [room, user, message]],
    ['room_message_listeners', () => [room, user, ['user_1']]],
    ['room_messages_for_export', () => [user]],
    ['room_reaction_add', () => [message, 'b', user]],
    ['room_reaction_remove', () => [message, 'b', user]],
    ['room_guest', () => [room, user, other]],
    ['SELECT * FROM community.room_invitations WHERE room_id = $1 AND user_id = $2', () => [room, user]],
    ['DELETE FROM community.room_invitations WHERE room_id = $1 AND user_id = $2 RETURNING *', () => [room, user]],
    ['room_invitations_of_user', () => [user, ...END, 21]],
    ['room_mute', () => [room, user, 5]],
    ['room_moderation_lift', () => [room, user, 'ban']],
    ['room_moderation_log', () => [room, ...END, 21]],
  ])('%s', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
  });

  it('a page of messages is read in the order of the primary key, wherever it begins', async () => {
    for (const seq of [LAST, 15_000, 100]) {
      const plan = await queryPlan(service.database, 'room_messages_page', [room, seq, 51]);
      expect(plan).toContainEqual('Index Scan room_messages room_messages_pkey');
    }
  });

  it('public rooms are read by their own index', async () => {
    const plan = await queryPlan(service.database, 'rooms_open', [other, ...END, 21]);
    expect(plan).toContain('Index Scan rooms rooms_public');
  });
});
