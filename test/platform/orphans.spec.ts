import { CATALOGUE } from '../../src/apps/catalogue.js';
import { declaredApp, schemaOf } from '../../src/apps/kernel/app.js';
import { Bank } from '../community/bank.js';
import { samplesOf } from '../contract/samples.js';
import { stored, storedAtRest, upload } from '../files/forms.js';
import { person, type Person } from '../social/people.js';
import { publish } from '../social/posting.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { type Account, eventually } from '../support/service.js';
import { Rows } from '../support/rows.js';
import { traces } from '../support/traces.js';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.start();
});
afterAll(() => bank.stop());

/** Ids without a foreign key, and what happens to them instead. */
const FREE: Record<string, string> = {
  'account.mail_tokens.request_id': 'of a request for a mail, and of nothing else',
  'account.users.avatar_file_id': 'goes with the row; the file with its owner',
  'apps.running_exports.holder': 'of one export that runs, and of nothing else',
  'community.direct_messages.sender_id': 'one of the two of the conversation, which goes with either',
  'community.direct_reactions.user_id': 'one of the two of the conversation, which goes with either',
  'events.domain_events.actor_id': 'what happened stays true',
  'moderation.reported_things.reportable_id': 'in any area; staff still decides on what was reported',
  'moderation.reports.reportable_id': 'in any area; staff still decides on what was reported',
  'notifications.notifications.about_id': 'in any area, which says when it is gone',
  'payments.ledger_transfers.reference': 'the ledger is only added to',
  'payments.refunds.payment_id':
    'payments are never deleted; a lock on one must not wait for an app that asks for a refund',
  'platform.idempotent_answers.claim_id': 'of a call, for 24 hours',
  'platform.idempotent_answers.operation_id': 'of a call, for 24 hours',
  'realtime.connections.key_id': 'a connection ends with its user, who has a foreign key',
  'realtime.connections.session_id': 'a connection ends with its user, who has a foreign key',
  'realtime.tickets.key_id': 'a ticket goes with its user, who has a foreign key',
  'realtime.tickets.session_id': 'a ticket goes with its user, who has a foreign key',
  'social.post_media.file_id': 'the trigger of files takes it away',
  'social.story_frames.file_id': 'goes with the story; the file with its owner',
};

const OURS = `NOT IN ('pg_catalog', 'information_schema', 'jobs', 'sandbox')`;
/** For things of other apps, payments and the core an app stores only ids, as its contract says. */
const NO_APP = `!~ '^ext_'`;

describe('every id', () => {
  it('has a foreign key, or a documented reason for having none', async () => {
    const columns = await bank.rows(
      `SELECT c.table_schema || '.' || c.table_name || '.' || c.column_name AS name
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE t.table_type = 'BASE TABLE' AND c.data_type = 'uuid' AND c.column_name <> 'id'
         AND c.table_schema ${OURS} AND c.table_schema ${NO_APP} AND NOT (c.table_schema = 'realtime' AND c.table_name LIKE 'events%')
         AND NOT EXISTS (
           SELECT FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
           WHERE k.contype = 'f' AND a.attname = c.column_name
             AND k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass)
       ORDER BY 1`,
    );
    expect(columns.map(({ name }) => name)).toEqual(Object.keys(FREE));
  });

  it('of a user is deleted or cleared with the account, and is found by an index', async () => {
    const keys = await bank.rows(
      `SELECT k.conrelid::regclass || '.' || a.attname AS name, confdeltype AS "end",
         EXISTS (SELECT FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indkey[0] = a.attnum) AS indexed
       FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
       WHERE k.contype = 'f' AND k.connamespace::regnamespace::text ${OURS}`,
    );
    expect(keys.length).toBeGreaterThan(60);
    expect(keys.filter(({ indexed }) => !indexed)).toEqual([]);
    // c: the row is deleted too; n: the column is set to null; a: the other row cannot be deleted.
    const staying = keys.filter(({ end }) => end !== 'c' && end !== 'n').map(({ name }) => name);
    expect(staying.sort()).toEqual([
      'ext_certificates.certificates.template_id',
      'ext_certificates.certificates.template_version_id',
      'ext_documents.versions.blob_id',
      'ext_forums.topics.category_id',
      'payments.ledger_transfers.credit_id',
      'payments.ledger_transfers.debit_id',
      'payments.wallet_transactions.payment_id',
    ]);
  });
});

type Call = [who: Person, method: 'post' | 'put' | 'patch', path: string, body?: object];

async function call([{ client }, method, path, body]: Call): Promise<any> {
  const { status, body: answer } = await client[method](path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Each of the two users does everything to the other that the areas allow, as staff too. */
async function live(one: Person, other: Person): Promise<void> {
  const community = '/v1/community';
  const { room } = await call([one, 'post', `${community}/rooms`, { name: 'A room' }]);
  const at = `${community}/rooms/${room.id}`;
  await call([other, 'post', `${at}/join`]);
  const guest = await person(bank.service);
  await call([one, 'post', `${at}/invite`, { user_id: guest.id }]);
  const { message } = await call([one, 'post', `${at}/messages`, { content: 'hello' }]);
  const { message: answer } = await call([other, 'post', `${at}/messages`, { content: 'hello you' }]);
  await call([one, 'post', `${at}/messages/${answer.id}/reactions`, { emoji: '👍' }]);
  await call([other, 'post', `${at}/messages/${message.id}/reactions`, { emoji: '👍' }]);
  await call([one, 'post', `${at}/moderation/mute`, { user_id: other.id }]);
  const { conversation } = await call([one, 'post', `${community}/dm`, { user_id: other.id }]);
  const direct = `${community}/dm/${conversation.id}`;
  const { message: said } = await call([one, 'post', direct, { content: 'hello' }]);
  await call([other, 'post', `${direct}/reactions`, { message_id: said.id, emoji: '👍' }]);
  const start = { target_id: other.id, type: 'voice' };
  const { call: rings } = await call([one, 'post', `${community}/calls/start`, start]);
  await call([one, 'post', `${community}/calls/end`, { call_id: rings.id }]);
  await call([one, 'post', `${community}/tips`, { recipient_id: other.id, amount: 1, message: 'Thanks' }]);
  await call([one, 'post', `${community}/presence`, { status: 'dnd' }]);
  const { broadcast } = await call([one, 'post', `${community}/broadcast/start`]);
  await call([other, 'post', `${community}/broadcast/join`, { broadcast_id: broadcast.id }]);
  const { badge } = await call([one, 'post', '/v1/admin/badges', { name: 'A badge' }]);
  await call([one, 'post', `/v1/admin/badges/${badge.id}/award`, { user_id: other.id }]);

  const frames = [{ media_url: 'https://example.com/a.png', media_type: 'image' }];
  await call([other, 'post', '/v1/follow', { user_id: one.id }]);
  const { story } = await call([one, 'post', '/v1/stories', { frames }]);
  await call([other, 'post', `/v1/stories/${story.id}/view`]);
  const { file } = (await upload(one.client, 'words', 'a.txt').expect(201)).body;
  const poll = { question: 'q', options: ['a', 'b'] };
  const post = await publish(one, { title: 'A post', media_ids: [file.id], poll });
  await call([other, 'post', `/v1/posts/${post.id}/comments`, { content: 'Well' }]);
  await call([other, 'post', `/v1/posts/${post.id}/reactions`, { type: 'like' }]);
  await call([other, 'post', `/v1/polls/${post.poll[0].id}/vote`, { option_index: 0 }]);
  await call([other, 'post', '/v1/bookmarks', { bookmarkable_type: 'post', bookmarkable_id: post.id }]);
  const about = { reportable_type: 'post', reportable_id: post.id, reason: 'rude' };
  const { id: report } = await call([other, 'post', '/v1/reports', about]);
  await call([one, 'patch', `/v1/admin/reports/${report}`, { status: 'dismissed' }]);
  const { authorship_request: asked } = await call([other, 'post', '/v1/authorship-requests', {}]);
  await call([one, 'patch', `/v1/admin/authorship-requests/${asked.id}`, { status: 'approved' }]);
  await call([one, 'post', '/v1/ads', { title: 'An ad', budget: 5 }]);
  await call([one, 'post', '/v1/jobs', { title: 'A job', location: 'Here' }]);
  const { transaction } = await call([other, 'post', '/v1/wallet/withdraw', { amount: 1 }]);
  await call([one, 'patch', `/v1/admin/withdrawals/${transaction.id}`, { status: 'completed' }]);
  await call([one, 'post', '/v1/api-keys', { name: 'key' }]);
  await call([one, 'patch', '/v1/notifications/settings', { settings: { like: false } }]).catch(() => undefined);
  await call([one, 'post', '/v1/realtime/tickets']);
  await call([one, 'put', `/v1/users/${guest.id}/block`]);
}

/** Rows that only the payment processor or time create. */
async function pays({ id }: Account): Promise<void> {
  const rows = {
    'payments.customers (user_id, processor_customer_id)': `$1, 'cus_1'`,
    'payments.subscriptions (user_id, processor_subscription_id, purpose, status, started_at)': `$1, 'sub_1', 'plan', 'canceled', now()`,
    'community.memberships (user_id, tier, status, started_at, expires_at, processor_subscription_id)': `$1, 'fan', 'active', now(), now(), 'sub_2'`,
    'realtime.departures (user_id)': '$1',
  };
  for (const [table, values] of Object.entries(rows)) await bank.rows(`INSERT INTO ${table} VALUES (${values})`, id);
}

/** Creates a row of this user in each table of each app. */
async function usesApps({ id }: Account): Promise<void> {
  const own = await bank.rows(
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'account.users'::regclass
       AND conrelid::regclass::text ~ '^(ext_|apps\\.|files\\.uploads)' ORDER BY 1`,
  );
  const slugs = new Map(CATALOGUE.map((app) => declaredApp(app)?.slug ?? '').map((slug) => [schemaOf(slug), slug]));
  const made = new Map<string, Rows>();
  for (const { name } of own) {
    const [schema] = name.split('.');
    const slug = slugs.get(schema);
    const samples = slug && !made.has(schema) ? await samplesOf(slug) : undefined;
    const rows = made.get(schema) ?? new Rows(bank.service.database, id, samples?.rows);
    made.set(schema, rows);
    await rows.the(name);
  }
}

it('a user whom staff deletes leaves no trace in any table or column', async () => {
  const { service, shop } = bank;
  const [ann, bob]: Account[] = [await shop.seller(), await shop.account()] as [Account, Account];
  await service.database.query(`UPDATE account.users SET role = 'admin' WHERE id = ANY ($1)`, [[ann.id, bob.id]]);
  await ann.client.patch('/v1/users/me', { username: 'leaving_for_good' }).expect(200);
  await shop.deposit(ann, 20);
  await shop.deposit(bob, 20);
  await shop.buy(bob, ann);
  await live(ann, bob);
  await live(bob, ann);
  await pays(ann);
  await usesApps(ann);
  // Only their own export: another user's export contains the data of that day.
  await ann.client.get('/v1/users/me/export').expect(200);
  const socket = await RealtimeClient.as(service.url, ann.access_token);
  await eventually(async () => expect(await bank.rows('SELECT FROM realtime.connections')).toHaveLength(1));
  const words = [ann.id, ann.email, 'leaving_for_good'];
  // No job writes or removes a row any more.
  const bytes = await storedAtRest(service);
  const before = await traces(service.database, words);
  const all = await bank.rows(
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'account.users'::regclass`,
  );
  // These rows lose the user id and stay: orders for accounting and for their buyers, files for who asked for them,
  // the report for staff, the history of an invoice for its owner.
  expect(all.map(({ name }) => name).filter((name) => !before.includes(name))).toEqual([
    'ext_bundles.purchases',
    'ext_courses.orders',
    'ext_esignatures.signers',
    'ext_events.check_ins',
    'ext_filerequests.recipients',
    'ext_filerequests.submissions',
    'ext_invoicing.document_events',
    'ext_live_sessions.bookings',
    'ext_products.orders',
    'ext_subscriptions.charges',
    'moderation.reports',
  ]);

  const admin = await service.admin();
  await admin.client.delete(`/v1/admin/users/${ann.id}`).expect(200, { message: 'User deleted' });
  expect(await socket.closing()).toBe(4401);
  // What somebody issued can still be checked, and its badges name the issuer by this id.
  expect(await traces(service.database, words)).toEqual([
    'ext_certificates.certificates',
    'ext_certificates.template_versions',
    'ext_certificates.templates',
  ]);
  expect(await shop.ledgerProblems()).toEqual([]);
  await bob.client.get('/v1/auth/session').expect(200);
  await eventually(async () => {
    const [{ due }] = await bank.rows('SELECT count(*)::int AS due FROM files.trash');
    // The file of a post and the data export.
    expect(stored(service).length - due).toBe(bytes - 2);
  });
});
