import { textOf } from '../../src/platform/database/sql.js';
import { expectAlwaysIndexed, queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';

const PEOPLE = 10_000;
/** Rows of each table that grows with use. */
const ROWS = 20_000;
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

let service: TestService;
let one: string;
let other: string;
let talk: string;
let message: string;
let call: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const fill = (text: string) => service.database.query(text);
  await fill(`INSERT INTO account.users (email) SELECT n || '@example.com' FROM generate_series(1, ${PEOPLE}) n`);
  await fill('CREATE TABLE people AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM account.users');
  const pairs = `FROM generate_series(0, ${ROWS - 1}) i
    JOIN people a ON a.n = i % ${PEOPLE} JOIN people b ON b.n = (i + 1 + i / ${PEOPLE}) % ${PEOPLE}`;
  const at = `now() - i * interval '1 second'`;
  await fill(`
    INSERT INTO community.conversations (one_id, other_id, last_seq, updated_at)
    SELECT least(a.id, b.id), greatest(a.id, b.id), 10, ${at} ${pairs}`);
  await fill(`
    INSERT INTO community.direct_messages (conversation_id, seq, sender_id, content)
    SELECT id, n, one_id, 'Hello' FROM community.conversations, generate_series(1, 10) n`);
  await fill(`
    INSERT INTO community.direct_reactions (message_id, emoji, user_id)
    SELECT id, '👍', sender_id FROM community.direct_messages WHERE seq = 1`);
  await fill(`
    INSERT INTO community.calls (initiator_id, target_id, type, status, created_at, ended_at)
    SELECT a.id, b.id, 'voice', CASE WHEN i % 1000 = 0 THEN 'ringing' ELSE 'ended' END, ${at},
      CASE WHEN i % 1000 > 0 THEN now() END ${pairs}`);
  await fill(`INSERT INTO social.blocks (blocker_id, blocked_id) SELECT b.id, a.id ${pairs}`);
  await fill(`INSERT INTO community.presence (user_id, status) SELECT id, 'online' FROM people`);
  await fill('ANALYZE');
  const found = await fill(`
    SELECT c.one_id, c.other_id, c.id AS talk, m.id AS message, (SELECT id FROM community.calls LIMIT 1) AS call
    FROM community.conversations c JOIN community.direct_messages m ON m.conversation_id = c.id LIMIT 1`);
  ({ one_id: one, other_id: other, talk, message, call } = found.rows[0]);
});
afterAll(() => service.stop());

describe('the statements of requests use an index:', () => {
  it.each<[string, () => unknown[]]>([
    ['conversation_between', () => [one, other]],
    ['conversation_open', () => [one, other]],
    ['conversation_both_views', () => [talk]],
    ['conversations_of_user', () => [one, ...END, 51]],
    ['conversation_standing', () => [talk, one, message]],
    ['conversation_read', () => [talk, one, message]],
    ['conversations_for_export', () => [one]],
    ['conversations_delete_all_of_user', () => [one]],
    ['direct_message_send', () => [[talk], [one], ['Hello']]],
    ['direct_messages_of_conversation', () => [talk, one, message, 51]],
    ['direct_messages_of_conversation', () => [talk, one, null, 51]],
    ['direct_message_hold', () => [talk, one, message]],
    [
      `UPDATE community.direct_messages SET content = $1, edited_at = now()
       WHERE id = $2 AND content IS DISTINCT FROM $3 RETURNING *`,
      () => ['Hello', message, 'Hello'],
    ],
    ['SELECT * FROM community.direct_messages WHERE id = $1', () => [message]],
    [
      `UPDATE community.direct_messages SET content = $1, reactions = $2, deleted_at = now() WHERE id = $3`,
      () => ['', '[]', message],
    ],
    ['direct_messages_for_export', () => [one]],
    ['direct_reaction_add', () => [message, one, '👍']],
    ['direct_reaction_remove', () => [message, one, '👍']],
    ['direct_reactions_clear', () => [message]],
    ['direct_reactions_show', () => [message]],
    ['direct_reactions_for_export', () => [one]],
    ['call_start', () => [one, other, 'voice']],
    ['call_join', () => [call, one]],
    ['call_find', () => [call, one]],
    ['call_end', () => [call, one]],
    ['calls_leave', () => [one]],
    ['calls_end_all', () => [one]],
    ['call_end_unanswered', () => [call]],
    ['calls_end_forgotten', () => []],
    ['calls_current', () => [one]],
    ['calls_for_export', () => [one]],
    ['presence_set', () => [one, 'online']],
    [
      'presence_gone',
      () => [
        [one, other],
        [new Date(), new Date()],
      ],
    ],
    ['presence_of', () => [[one, other], one]],
    ['presence_watchable', () => [[one, other], one]],
  ])('%s', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
  });

  it('messages of many senders at once are written by index', async () => {
    const { rows } = await service.database.query('SELECT id, one_id FROM community.conversations LIMIT 32');
    const values = [
      rows.map(({ id }) => id as string),
      rows.map(({ one_id }) => one_id as string),
      rows.map(() => 'Hello'),
    ];
    const tables = ['conversations', 'blocks', 'direct_messages'];
    await expectAlwaysIndexed(service.database, 'direct_message_send', values, tables);
  });

  it('abandoned calls are found without reading those that have ended', async () => {
    const plan = await queryPlan(service.database, 'calls_end_left', []);
    expect(plan).toContainEqual(expect.stringMatching(/ calls_active$/));
    expect(plan).not.toContain('Seq Scan calls');
  });

  it('the latest conversations of both columns are read in index order and merged', async () => {
    const plan = await queryPlan(service.database, 'conversations_of_user', [one, ...END, 51]);
    for (const index of ['conversations_of_one', 'conversations_of_other'])
      expect(plan.filter((step) => step.endsWith(index))).toHaveLength(1);
  });

  it('a page of messages costs the same, however long the conversation is', async () => {
    const name = 'direct_messages_of_conversation';
    await service.database.query(
      `WITH long AS (UPDATE community.conversations SET last_seq = 20000 WHERE id = $1 RETURNING id, one_id)
       INSERT INTO community.direct_messages (conversation_id, seq, sender_id, content)
       SELECT id, n, one_id, 'Hello' FROM long, generate_series(11, 20000) n`,
      [talk],
    );
    await service.database.query('ANALYZE community.direct_messages');
    for (const cursor of [null, message]) {
      const { rows } = await service.database.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${textOf(name)}`, [
        talk,
        one,
        cursor,
        51,
      ]);
      const scanned = rowsOf(rows[0]['QUERY PLAN'][0].Plan, 'direct_messages');
      expect(scanned).toBeLessThanOrEqual(52);
    }
  });
});

interface Node {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** How many rows of a table the plan read. */
function rowsOf(node: Node, table: string): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child, table), 0);
  return below + (node['Relation Name'] === table ? own : 0);
}
