import { BareDatabase } from '../support/bare-database.js';
import { addressOf } from '../support/databases.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../support/server-process.js';
import { PASSWORD } from '../support/service.js';

/** More can be asked for by hand. */
const WRITES = Number(process.env.KILLED_WRITES ?? 400);
const AT_ONCE = 24;

let bare: BareDatabase;
let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  bare = await BareDatabase.open();
  folder = temporaryFolder();
  await start();
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await bare.close();
  removeFolder(folder);
});

async function start(): Promise<void> {
  server = await ServerProcess.start({ DATABASE_URL: addressOf(bare.name), DATA_DIR: folder });
}

const rowsOf = async (text: string) => (await bare.pool.query(text)).rows;

async function signIn(email: string): Promise<{ id: string; token: string }> {
  await server.post('/v1/auth/sign-up', { email, password: PASSWORD });
  const answer = await server.post('/v1/auth/sign-in', { email, password: PASSWORD });
  const { session, user }: any = await answer.json();
  return { id: user.id, token: session.access_token };
}

async function post(path: string, body: object, token: string, key?: string): Promise<{ status: number; body: any }> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  if (key) headers['idempotency-key'] = key;
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

it('keeps every write that was answered when the process is killed, and one effect per key', async () => {
  const [author, writer] = [await signIn('author@example.com'), await signIn('writer@example.com')];
  const published = await post('/v1/posts', { title: 'Hello', content: 'World' }, author.token);
  const made = await post('/v1/community/rooms', { name: 'A room' }, author.token);
  const room = made.body.room.id;
  expect((await post(`/v1/community/rooms/${room}/join`, {}, writer.token)).status).toBe(200);
  const { body: direct } = await post('/v1/community/dm', { user_id: author.id }, writer.token);
  const paths = [
    `/v1/posts/${published.body.post.id}/comments`,
    `/v1/community/rooms/${room}/messages`,
    `/v1/community/dm/${direct.conversation.id}`,
  ];
  const write = (n: number) => post(paths[n % 3] as string, { content: `Text ${n}` }, writer.token, `write-${n}`);

  const answered = new Map<number, string>();
  const unanswered: number[] = [];
  let sent = 0;
  let killed: Promise<unknown> | undefined;
  const worker = async () => {
    while (!killed) {
      const n = sent++;
      const answer = await write(n).catch(() => undefined);
      if (answer) expect(answer.status).toBe(201);
      if (answer) answered.set(n, (answer.body.comment ?? answer.body.message).id);
      else unanswered.push(n);
      if (answered.size === WRITES) killed ??= server.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await killed;
  expect(unanswered.length).toBeGreaterThan(0);

  await start();
  const tables = ['social.comments', 'community.room_messages', 'community.direct_messages'];
  const listed = tables.map((table) => `SELECT id, content FROM ${table}`).join(' UNION ALL ');
  const kept = new Set((await rowsOf(listed)).map(({ id, content }) => `${id} ${content}`));
  expect([...answered].filter(([n, id]) => !kept.has(`${id} Text ${n}`))).toEqual([]);

  // Whoever got no answer asks again, and whoever got one, too: each key has one effect.
  for (const n of [...unanswered, ...[...answered.keys()].slice(-AT_ONCE)]) {
    const { status, body } = await write(n);
    expect(status).toBe(201);
    if (answered.has(n)) expect((body.comment ?? body.message).id).toBe(answered.get(n));
  }
  const written = await rowsOf(`SELECT content, count(*)::int FROM (${listed}) written GROUP BY content`);
  expect(written.filter(({ count }) => count > 1)).toEqual([]);
  expect(written.length).toBe(answered.size + unanswered.length);

  // The outbox, the counters and the streams tell of the same rows.
  expect(
    await rowsOf(`SELECT type, count(*)::int FROM events.domain_events
      WHERE type IN ('comment.created', 'message.created', 'dm.sent') GROUP BY type ORDER BY type`),
  ).toEqual(
    await rowsOf(`SELECT 'comment.created' AS type, count(*)::int FROM social.comments
      UNION ALL SELECT 'dm.sent', count(*)::int FROM community.direct_messages
      UNION ALL SELECT 'message.created', count(*)::int FROM community.room_messages`),
  );
  expect(
    await rowsOf(`SELECT post_id FROM social.post_counters c WHERE comments_count <> (
      SELECT count(*) FROM social.comments o WHERE o.post_id = c.post_id)`),
  ).toEqual([]);
  expect(
    await rowsOf(`SELECT h.stream FROM realtime.heads h LEFT JOIN realtime.events e USING (stream)
      GROUP BY h.stream, h.last_seq HAVING count(e.seq) <> h.last_seq OR max(e.seq) <> h.last_seq`),
  ).toEqual([]);
});
