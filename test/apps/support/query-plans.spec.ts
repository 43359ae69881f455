import '../../../src/apps/support/support.app.js';
import { randomUUID } from 'node:crypto';
import { expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MANY = ['tickets', 'messages', 'ticket_events', 'uploads', 'agents', 'canned_replies', 'ratings', 'desks'];
const DAYS = ['2026-01-01', '2026-01-31'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 's' || n || '@plans.example' FROM generate_series(1, 400) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`INSERT INTO ext_support.desks (owner_id) SELECT id FROM account.users`);
  await ask(`
    INSERT INTO ext_support.agents (owner_id, user_id)
    SELECT u.ids[1 + n % 400], u.ids[1 + (n * 7 + n / 400) % 400] FROM generate_series(1, 1600) n, ${users}
    ON CONFLICT DO NOTHING`);
  await ask(`
    INSERT INTO ext_support.tickets (owner_id, number, requester_id, subject, status, priority, assignee_id, tags,
      response_due_at, response_look_at, resolution_look_at, resolved_at, pending_at, search, created_at, updated_at)
    SELECT u.ids[1 + n % 400], 1 + n / 400, u.ids[1 + n * 3 % 400], 'Subject ' || n,
      (ARRAY['new', 'open', 'pending', 'resolved', 'closed', 'closed', 'closed', 'closed'])[1 + (n / 400) % 8], 'normal',
      u.ids[1 + n * 7 % 400], ARRAY['t' || n], now() + n * interval '1 hour', now() + n * interval '1 hour',
      now() + n * interval '2 hours', now() - n * interval '1 minute', now() - n * interval '1 minute',
      to_tsvector('simple', 'word' || n), now() - n * interval '1 minute', now() - n * interval '1 minute'
    FROM generate_series(1, 16000) n, ${users}`);
  await ask(`
    INSERT INTO ext_support.messages (ticket_id, seq, author_id, author_kind, body, client_ref)
    SELECT id, n, requester_id, 'requester', 'x', n::text FROM ext_support.tickets, generate_series(1, 2) n`);
  await ask(`INSERT INTO ext_support.ticket_events (ticket_id, kind) SELECT id, 'opened' FROM ext_support.tickets`);
  await ask(`
    INSERT INTO ext_support.uploads (owner_id, desk_owner_id, file_key, name, size, content_type, message_id)
    SELECT author_id, author_id, gen_random_uuid(), 'a', 1, 'text/plain', CASE WHEN seq = 1 THEN id END
    FROM ext_support.messages LIMIT 8000`);
  await ask(`
    INSERT INTO ext_support.canned_replies (owner_id, shortcut, title, body, uses)
    SELECT id, 's' || n, 't', 'b', n FROM account.users, generate_series(1, 20) n`);
  await ask(`
    INSERT INTO ext_support.ratings (owner_id, ticket_id, desk_owner_id, score)
    SELECT requester_id, id, owner_id, 5 FROM ext_support.tickets`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['support_tickets_lock', [[ID]]],
  ['support_tickets_lock_of_agent', [ID, ID]],
  ['support_tickets_lock_of_desk', [ID, 200]],
  ['support_tickets_lock_to_look_at', [200]],
  ['support_tickets_save', [JSON.stringify([{ id: ID }])]],
  [
    'SELECT count(*)::int AS count FROM ext_support.tickets WHERE requester_id = $1 AND owner_id = $2 AND status = ANY ($3)',
    [ID, ID, ['new', 'open', 'pending']],
  ],
  ['support_tickets_counts', [ID]],
  ['support_message_by_ref', [ID, ID, 'a']],
  ['support_message_opened', [ID, 'a', ID]],
  ['support_message_last_of_others', [ID, ID]],
  ['support_message_nth_last', [ID, ID, 29]],
  ['support_messages_page', [ID, 100, false, 50]],
  ['support_messages_move', [ID, [ID]]],
  ['support_events', [ID, true]],
  ['SELECT count(*)::int AS count FROM ext_support.uploads WHERE owner_id = $1 AND message_id IS NULL', [ID]],
  ['SELECT * FROM ext_support.uploads WHERE message_id = ANY ($1) ORDER BY created_at ASC, id ASC', [[ID]]],
  ['support_uploads_drop', [500]],
  ['SELECT FROM ext_support.agents WHERE owner_id = $1 AND user_id = $2 AND active = $3 LIMIT 1', [ID, ID, true]],
  ['SELECT user_id FROM ext_support.agents WHERE owner_id = $1 AND active = $2 ORDER BY id ASC', [ID, true]],
  ['support_agent_desks', [ID]],
  ['support_agent_candidates', [ID]],
  ['support_agents_list', [ID, null, 21]],
  ['SELECT * FROM ext_support.desks WHERE owner_id = $1 FOR UPDATE', [ID]],
  ['support_names_at', [[ID], [ID]]],
  ['SELECT * FROM ext_support.canned_replies WHERE owner_id = $1 AND shortcut = $2', [ID, 'a']],
  ['SELECT * FROM ext_support.ratings WHERE ticket_id = $1', [ID]],
  ['support_desks_to_finish', []],
  ['support_tickets_to_close', [ID, 5, 200]],
  ['support_tickets_to_resolve', [ID, 5, 200]],
  ['support_stats_tickets', [ID, ...DAYS]],
  ['support_stats_csat', [ID, ...DAYS]],
  ['support_stats_agents', [ID, ...DAYS]],
  ['support_export tickets', [ID]],
  ['support_export messages', [ID]],
  ['support_export uploads', [ID]],
  ['support_export ticket_events', [ID]],
  ['support_export ratings', [ID]],
])('%s reads by an index', async (name, values) => {
  await expectIndexed(service.database, name, values, MANY);
});

describe('lists are read in their order, or by what is rare', () => {
  const first = { updated: ['infinity', LAST], due: ['-infinity', '00000000-0000-0000-0000-000000000000'] };

  it.each<[letters: string, input: object, index: string, value: (ids: Record<string, string>) => unknown[]]>([
    ['updated a', { role: 'agent' }, 'tickets_updated', ({ desk }) => [desk]],
    ['due a', { role: 'agent', sort: 'due' }, 'tickets_due', ({ desk }) => [desk]],
    ['updated b', {}, 'tickets_of_requester', ({ desk }) => [desk]],
    ['updated al', { role: 'agent', q: '#7' }, 'tickets_number', ({ desk }) => [desk, 7]],
    ['updated am', { role: 'agent', q: '7' }, 'tickets_', ({ desk }) => [desk, '7']],
  ])('%s', async (letters, input, index, valuesOf) => {
    const somebody = await service.account();
    await somebody.client.post('/v1/apps/install', { slug: 'support' }).expect(200);
    await somebody.client.post('/v1/apps/support/list-tickets', input).expect(200);
    const { rows } = await service.database.query('SELECT owner_id AS desk FROM ext_support.tickets LIMIT 1');
    const start = letters.startsWith('due') ? first.due : first.updated;
    const name = `support_tickets_list ${letters}`;
    const plan = await queryPlan(service.database, name, [...start, 3, ...valuesOf(rows[0])]);
    expect(plan.join('\n')).toContain(index);
    expect(plan.some((step) => step === 'Seq Scan tickets')).toBe(false);
  });

  it('canned replies', async () => {
    const desk = await service.account();
    await desk.client.post('/v1/apps/install', { slug: 'support' }).expect(200);
    await desk.client.post('/v1/apps/support/list-canned-replies', {}).expect(200);
    const plan = await queryPlan(service.database, 'support_canned_list uses', [desk.id, 2147483647, LAST, 21]);
    expect(plan).not.toContain('Seq Scan canned_replies');
  });
});
