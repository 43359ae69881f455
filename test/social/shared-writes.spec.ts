import { MetricsService } from '../../src/platform/http/server/metrics.service.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { eventually, TestService } from '../support/service.js';
import { CANNOT, NO_POST, publish } from './posting.js';
import { type Person, person } from './people.js';

/** More can be asked for by hand; each takes some 4 ms. */
const WRITES = Number(process.env.SHARED_WRITES ?? 1_500);
const AT_ONCE = 32;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const TYPES = ['like', 'love', 'fire'];

let service: TestService;
let writers: Person[];
let authors: Person[];
let blocker: Person;
let posts: string[];
let hidden: string;
let polls: string[];
let hiddenPoll: string;
let rooms: string[];
let conversations: { id: string; one: Person }[];

interface Write {
  by: Person;
  path: string;
  method: 'post' | 'delete';
  body?: object;
  status: number | number[];
  refusal?: object;
  /** The request is sent twice at once, with the same key. */
  twin?: string;
}

beforeAll(async () => {
  service = await TestService.start({ DATABASE_POOL: '10' });
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => person(service)));
  [writers, authors, [blocker]] = [await people(8), await people(3), (await people(1)) as [Person]];
  const asking = { title: 'A question', poll: { question: 'Which one?', options: TYPES } };
  const made = [];
  for (const author of authors) for (let n = 0; n < 2; n++) made.push(await publish(author, asking));
  [posts, polls] = [made.map(({ id }) => id), made.map(({ poll }) => poll[0].id)];
  const ofBlocker = await publish(blocker, asking);
  [hidden, hiddenPoll] = [ofBlocker.id, ofBlocker.poll[0].id];
  for (const { id } of writers) await blocker.client.put(`/v1/users/${id}/block`).expect(200);
  rooms = [];
  for (const author of authors) {
    const { body } = await author.client.post('/v1/community/rooms', { name: 'A room' }).expect(201);
    rooms.push(body.room.id);
    for (const { client } of writers) await client.post(`/v1/community/rooms/${body.room.id}/join`).expect(200);
  }
  conversations = [];
  for (const [at, one] of writers.entries()) {
    const other = writers[(at + 1) % writers.length] as Person;
    const { body } = await one.client.post('/v1/community/dm', { user_id: other.id }).expect(201);
    conversations.push({ id: body.conversation.id, one });
  }
});
afterAll(() => service.stop());

/** The same numbers in every run: 32 bits of a linear congruence. */
function numbers(): (below: number) => number {
  let state = 12345;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function writeOf(n: number, below: (limit: number) => number): Write {
  const of = <T>(list: T[]) => list[below(list.length)] as T;
  const by = of(writers);
  const post = of(posts);
  const room = of(rooms);
  const twin = below(10) === 0 ? `twin-${n}` : undefined;
  const text = below(20) ? `Text ${n}` : `Text ${n} for @nobody`;
  const vote = { by, path: `/v1/polls/${of(polls)}/vote`, method: 'post', body: { option_index: below(3) } } as const;
  const comment = { by, path: `/v1/posts/${post}/comments`, method: 'post', body: { content: text } } as const;
  const choices: (() => Write)[] = [
    () => ({ by, path: `/v1/posts/${post}/reactions`, method: 'post', body: { type: of(TYPES) }, status: 201, twin }),
    () => ({ by, path: `/v1/posts/${post}/reactions`, method: 'delete', status: 200 }),
    () => ({ ...comment, status: 201, twin }),
    () => ({ ...comment, status: 201 }),
    () => ({ ...comment, body: { content: text, parent_id: UNKNOWN }, status: 404 }),
    () => ({ ...comment, body: { content: 7 }, status: 400 }),
    () => ({ ...comment, path: `/v1/posts/${UNKNOWN}/comments`, status: 404, refusal: NO_POST }),
    () => ({ ...comment, path: `/v1/posts/${hidden}/comments`, status: 403, refusal: CANNOT, twin }),
    () => ({
      by,
      path: `/v1/community/rooms/${room}/messages`,
      method: 'post',
      body: { content: text },
      status: 201,
      twin,
    }),
    () => ({ by, path: `/v1/community/rooms/${room}/messages`, method: 'post', body: { content: text }, status: 201 }),
    () => ({
      by: blocker,
      path: `/v1/community/rooms/${room}/messages`,
      method: 'post',
      body: { content: text },
      status: 403,
    }),
    () => {
      const { id, one } = of(conversations);
      return { by: one, path: `/v1/community/dm/${id}`, method: 'post', body: { content: text }, status: 201, twin };
    },
    () => ({ ...vote, status: 200 }),
    () => ({ ...vote, body: { option_index: 3 }, status: 400 }),
    () => ({ ...vote, path: `/v1/polls/${hiddenPoll}/vote`, status: 403, refusal: CANNOT }),
    () => ({ by, path: '/v1/follow', method: 'post', body: { user_id: of(authors).id }, status: 201 }),
    () => ({ by, path: `/v1/follow/${of(authors).id}`, method: 'delete', status: 200 }),
    () => ({ by: of(authors), path: '/v1/notifications/read', method: 'post', body: {}, status: 200 }),
  ];
  return of(choices)();
}

/** Sends the write, or the pair of twins, and notes what is not as it is when nothing else happens. */
async function send({ by, path, method, body, status, refusal, twin }: Write, faults: string[]): Promise<void> {
  const client = twin ? by.client.with({ 'idempotency-key': twin }) : by.client;
  const answers = await Promise.all(Array.from({ length: twin ? 2 : 1 }, () => client[method](path, body)));
  for (const answer of answers) {
    const isExpected = [status].flat().includes(answer.status);
    const isRefused = !refusal || JSON.stringify(answer.body) === JSON.stringify(refusal);
    if (!isExpected || !isRefused) faults.push(`${method} ${path}: ${answer.status} ${answer.text}`);
  }
  if (new Set(answers.map(({ text }) => text)).size > 1) faults.push(`${path}: the twins have different answers`);
}

const rowsOf = async (text: string) => (await service.database.query(text)).rows;

it('keeps counters, outbox and streams exact under mixed writes, refusals, twins, locks and subscribers', async () => {
  const [reader] = authors as [Person];
  const token = String(reader.client.headers.authorization).slice('Bearer '.length);
  const live = await RealtimeClient.as(service.url, token);
  await live.subscribe(...posts.map((id) => `post:${id}`), ...rooms.map((id) => `room:${id}`));
  const below = numbers();
  const faults: string[] = [];
  let sent = 0;
  const worker = async () => {
    while (sent < WRITES) await send(writeOf(sent++, below), faults);
  };
  // Somebody holds the row of a post for longer than a shared transaction waits.
  const locker = (async () => {
    const other = await service.database.connect();
    while (sent < WRITES) {
      await other.query('BEGIN');
      await other.query('SELECT FROM social.posts WHERE id = $1 FOR UPDATE', [posts[below(posts.length)]]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await other.query('COMMIT');
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
    other.release();
  })();
  await Promise.all([...Array.from({ length: AT_ONCE }, worker), locker]);
  expect(faults).toEqual([]);

  // Each key had one effect, and each fact left one row in the outbox.
  const count = async (table: string) => Number((await rowsOf(`SELECT count(*) FROM ${table}`))[0].count);
  const recorded = async (type: string) => count(`events.domain_events WHERE type = '${type}'`);
  expect(await recorded('comment.created')).toBe(await count('social.comments'));
  expect(await recorded('message.created')).toBe(await count('community.room_messages'));
  expect(await recorded('dm.sent')).toBe(await count('community.direct_messages'));
  for (const table of ['social.comments', 'community.room_messages', 'community.direct_messages'])
    expect(await rowsOf(`SELECT content FROM ${table} GROUP BY content HAVING count(*) > 1`)).toEqual([]);

  // Counters are what they count.
  expect(
    await rowsOf(`SELECT c.* FROM social.post_counters c WHERE comments_count <> (
        SELECT count(*) FROM social.comments o WHERE o.post_id = c.post_id)
      OR (SELECT coalesce(sum(value::int), 0) FROM jsonb_each_text(reactions)) <> (
        SELECT count(*) FROM social.reactions r WHERE r.post_id = c.post_id)`),
  ).toEqual([]);
  expect(
    await rowsOf(`SELECT p.id FROM social.polls p WHERE counts <> coalesce((
      SELECT jsonb_object_agg(option_index, count) FROM (
        SELECT option_index, count(*) FROM social.poll_votes v WHERE v.poll_id = p.id GROUP BY option_index) voted), '{}')`),
  ).toEqual([]);
  expect(
    await rowsOf(`SELECT i.* FROM notifications.inboxes i WHERE unread_count <> (
      SELECT count(*) FROM notifications.notifications n WHERE n.user_id = i.user_id AND read_at IS NULL)`),
  ).toEqual([]);
  expect(
    await rowsOf(`SELECT n.* FROM notifications.notifications n WHERE actors_count <> (
      SELECT count(*) FROM notifications.notification_actors a WHERE a.notification_id = n.id)`),
  ).toEqual([]);
  expect(
    await rowsOf(`SELECT c.user_id FROM account.user_counters c WHERE followers_count <> (
      SELECT count(*) FROM social.follows f WHERE f.following_id = c.user_id)`),
  ).toEqual([]);

  // Numbers have no gaps, and events of a stream have the order of what they tell.
  expect(
    await rowsOf(`SELECT h.stream FROM realtime.heads h LEFT JOIN realtime.events e USING (stream)
      GROUP BY h.stream, h.last_seq HAVING count(e.seq) <> h.last_seq OR max(e.seq) <> h.last_seq`),
  ).toEqual([]);
  expect(
    await rowsOf(`SELECT id FROM community.rooms r WHERE last_seq <> (
    SELECT count(*) FROM community.room_messages m WHERE m.room_id = r.id)`),
  ).toEqual([]);
  for (const [table, order, stream, id] of [
    ['community.room_messages', 'seq', `'room:' || room_id`, `data->'message'->>'id'`],
    ['social.comments', 'created_at', `'post:' || post_id`, `data->'comment'->>'id'`],
  ]) {
    const type = table === 'social.comments' ? 'comment.created' : 'message.created';
    expect(
      await rowsOf(`SELECT * FROM (
          SELECT e.stream, e.seq, row_number() OVER (PARTITION BY e.stream ORDER BY e.seq) AS told,
            row_number() OVER (PARTITION BY e.stream ORDER BY t.${order}) AS written
          FROM realtime.events e JOIN ${table} t ON t.id = (${id})::uuid AND e.stream = ${stream}
          WHERE e.type = '${type}'
        ) both_orders WHERE told <> written`),
    ).toEqual([]);
  }

  // The subscriber heard all of it.
  const streams = [...posts.map((one) => `post:${one}`), ...rooms.map((one) => `room:${one}`), `user:${reader.id}`];
  const logged = await rowsOf(`SELECT stream, seq::int FROM realtime.events WHERE stream = ANY ('{${streams.join()}}')
    AND type <> 'renewed' ORDER BY stream, seq`);
  await eventually(async () => {
    await live.settled();
    const heard = live.events.filter(({ seq }) => seq !== undefined).map(({ stream, seq }) => `${stream} ${seq}`);
    expect(new Set(heard).size).toBe(heard.length);
    const missed = logged.map(({ stream, seq }) => `${stream} ${seq}`).filter((one) => !heard.includes(one));
    // What the setting up has written came before the subscription.
    expect(missed.filter((one) => !one.startsWith('user:')).length).toBeLessThanOrEqual(
      rooms.length * (writers.length + 1),
    );
  });
  await live.close();

  const metrics = await service.app.get(MetricsService, { strict: false }).registry.metrics();
  const [, shared] = /^database_shared_transaction_works_sum (\d+)$/m.exec(metrics) ?? [];
  expect(Number(shared)).toBeGreaterThan(WRITES / 4);
}, 3_600_000);
