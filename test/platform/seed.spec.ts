import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { removeFolder, temporaryFolder } from '../support/server-process.js';

const SEED = fileURLToPath(new URL('../../dist/seed.js', import.meta.url));

let name: string;
let folder: string;
let database: Client;
beforeAll(async () => {
  [name, folder] = [await cloneTemplate(), temporaryFolder()];
  database = new Client({ connectionString: addressOf(name) });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await dropDatabase(name);
  removeFolder(folder);
});

/** Runs the seed program as an operator does, on the test's database. */
async function seed(options: string, variables: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: folder, DATABASE_URL: addressOf(name), ...variables };
  const child = spawn(process.execPath, [SEED, ...options.split(' ')], { env });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output, errors };
}

const one = async (text: string) => (await database.query(text)).rows[0];
const TABLES = ['posts', 'follows', 'reactions', 'comments', 'polls', 'poll_votes', 'stories', 'post_counters'];
const sizes = () =>
  one(`SELECT ${TABLES.map((table) => `(SELECT count(*)::int FROM social.${table}) AS ${table}`).join(', ')}`);

/** Counter rows that differ from the actual count. */
const WRONG = {
  people: `
    SELECT FROM account.user_counters c WHERE (posts_count, following_count, followers_count) IS DISTINCT FROM (
      (SELECT count(*) FROM social.posts p WHERE p.user_id = c.user_id AND status = 'published'),
      (SELECT count(*) FROM social.follows f WHERE f.follower_id = c.user_id AND status = 'following'),
      (SELECT count(*) FROM social.follows f WHERE f.following_id = c.user_id AND status = 'following'))`,
  posts: `
    SELECT FROM social.posts p LEFT JOIN social.post_counters c ON c.post_id = p.id
    WHERE (c.reactions, c.comments_count, c.last_comment_at) IS DISTINCT FROM (
      (SELECT coalesce(jsonb_object_agg(type, count), '{}') FROM (
        SELECT type, count(*) FROM social.reactions r WHERE r.post_id = p.id GROUP BY type) types),
      (SELECT count(*) FROM social.comments m WHERE m.post_id = p.id),
      (SELECT max(created_at) FROM social.comments m WHERE m.post_id = p.id))`,
  polls: `
    SELECT FROM social.polls p WHERE p.counts IS DISTINCT FROM (
      SELECT coalesce(jsonb_object_agg(option_index, count), '{}') FROM (
        SELECT option_index, count(*) FROM social.poll_votes v WHERE v.poll_id = p.id GROUP BY option_index) options)`,
};

/** The moment that the demonstration tells of: what ends after it has not ended. Its bundles are sixty days old. */
const SEEDED = `(SELECT max(created_at) + interval '60 days' FROM ext_bundles.bundles)`;

/** Rows of the selling apps that do not agree with others. */
const WRONG_SALES = {
  'seats of sessions': `
    SELECT FROM ext_live_sessions.sessions s WHERE (booked, held) IS DISTINCT FROM (
      (SELECT count(*) FROM ext_live_sessions.bookings b WHERE b.session_id = s.id AND b.status = 'confirmed'), 0)
      OR busy <> tstzrange(starts_at, ends_at) OR (status = 'ended') <> (ends_at <= ${SEEDED})`,
  bookings: `
    SELECT FROM ext_live_sessions.bookings b JOIN ext_live_sessions.sessions s ON s.id = b.session_id
    WHERE b.owner_id = b.host_id OR b.host_id <> s.owner_id OR b.offering_id <> s.offering_id OR b.confirmed_at > now()
      OR (attendance = 'attended') <> (joined_at IS NOT NULL) OR (attendance = 'unknown') = (s.status = 'ended')`,
  'seats of plans': `
    SELECT FROM ext_subscriptions.plans p WHERE seats_taken IS DISTINCT FROM (
      SELECT count(*) FROM ext_subscriptions.subscriptions s WHERE s.plan_id = p.id AND s.status = 'active')`,
  subscriptions: `
    SELECT FROM ext_subscriptions.subscriptions s WHERE (status = 'active') <> (period_end > ${SEEDED} AND ended_at IS NULL)
      OR owner_id = seller_id OR ((payments_count, period_end, started_at) = (
        SELECT count(*), max(c.period_end), min(c.period_start) FROM ext_subscriptions.charges c
        WHERE c.subscription_id = s.id AND c.status = 'paid')) IS NOT TRUE
      OR (SELECT count(*) FROM ext_subscriptions.subscription_benefits b
        WHERE b.subscription_id = s.id AND (b.ended_at IS NULL) = (s.status = 'active')) <> 1`,
  'sold bundles': `
    SELECT FROM ext_bundles.bundles b WHERE (sold_count, held_count) IS DISTINCT FROM (
      (SELECT count(*) FROM ext_bundles.purchases p WHERE p.bundle_id = b.id AND p.status = 'completed'), 0)`,
  'purchases of bundles': `
    SELECT FROM ext_bundles.purchases p WHERE ((amount_minor, list_minor, 2) = (
      SELECT sum(i.allocated_minor)::int, sum(i.value_minor), count(o.id) FROM ext_bundles.purchase_items i
      LEFT JOIN ext_products.orders o ON (o.source, o.source_id, o.product_id) = ('bundle', p.id, i.item_id)
        AND o.owner_id = p.owner_id AND o.revoked_at IS NULL
      WHERE i.purchase_id = p.id)) IS NOT TRUE`,
  'sold tickets': `
    SELECT FROM ext_events.ticket_types t JOIN ext_events.events e ON e.id = t.event_id
    WHERE (t.sold, e.sold) IS DISTINCT FROM (
      (SELECT count(*) FROM ext_events.tickets k WHERE k.ticket_type_id = t.id AND k.status = 'valid'),
      (SELECT count(*) FROM ext_events.tickets k WHERE k.event_id = e.id AND k.status = 'valid'))`,
  'orders of tickets': `
    SELECT FROM ext_events.orders o JOIN ext_events.events e ON e.id = o.event_id
    WHERE o.owner_id = e.owner_id OR o.confirmed_at > now() OR o.confirmed_at > e.starts_at
      OR ((o.total_minor, 2) = (SELECT sum(k.price_minor), count(*) FROM ext_events.tickets k
        WHERE k.order_id = o.id AND k.owner_id = o.owner_id AND k.event_id = e.id)) IS NOT TRUE`,
  'checked-in tickets': `
    SELECT FROM ext_events.tickets k FULL JOIN ext_events.check_ins c ON c.ticket_id = k.id
    WHERE k.checked_in_at IS DISTINCT FROM c.checked_in_at OR k.checked_in_at > now()
      OR k.checked_in_by IS DISTINCT FROM c.scanned_by`,
  'sums of affiliates': `
    SELECT FROM ext_affiliates.affiliates a LEFT JOIN ext_affiliates.affiliate_sums s ON s.affiliate_id = a.id
    WHERE ((a.revenue_sum, coalesce(s.revenue_minor, 0)) = (
        SELECT coalesce(sum(v.amount_minor), 0), coalesce(sum(v.amount_minor), 0) FROM ext_affiliates.conversions v
        WHERE v.affiliate_id = a.id AND v.status = 'live')) IS NOT TRUE
      OR ((a.unpaid_sum, coalesce(s.payable_minor, 0), coalesce(s.pending_minor, 0)) = (
        SELECT coalesce(sum(amount_minor) FILTER (WHERE status = 'approved'), 0),
          coalesce(sum(amount_minor) FILTER (WHERE status = 'approved'), 0),
          coalesce(sum(amount_minor) FILTER (WHERE status = 'pending'), 0)
        FROM ext_affiliates.commissions c WHERE c.affiliate_id = a.id)) IS NOT TRUE`,
  commissions: `
    SELECT FROM ext_affiliates.conversions v FULL JOIN ext_affiliates.commissions c ON c.conversion_id = v.id
    JOIN ext_affiliates.affiliates a ON a.id = v.affiliate_id
    LEFT JOIN ext_bundles.purchases p ON p.id = v.reference_id
    WHERE (c.amount_minor, c.owner_id, p.payment_id, p.amount_minor, p.affiliate_id) IS DISTINCT FROM
        (v.earned_minor, a.owner_id, v.payment_id, v.amount_minor, a.id)
      OR v.buyer_id IN (a.owner_id, c.merchant_id) OR (c.status = 'pending') <> (c.payable_at > ${SEEDED})`,
  payments: `
    SELECT FROM payments.payments p FULL JOIN (
      SELECT payment_id, owner_id, host_id, price_minor, 'booking' FROM ext_live_sessions.bookings WHERE price_minor > 0
      UNION ALL SELECT payment_id, owner_id, seller_id, amount_minor, 'charge' FROM ext_subscriptions.charges
      UNION ALL SELECT payment_id, owner_id, seller_id, amount_minor, 'bundle_purchase' FROM ext_bundles.purchases
      UNION ALL SELECT o.payment_id, o.owner_id, e.owner_id, o.total_minor, 'order' FROM ext_events.orders o
        JOIN ext_events.events e ON e.id = o.event_id WHERE o.total_minor > 0
    ) sale (payment_id, buyer_id, seller_id, amount, type) ON sale.payment_id = p.id
    WHERE (p.buyer_id, p.seller_id, p.amount, p.metadata ->> 'reference_type', p.status) IS DISTINCT FROM
      (sale.buyer_id, sale.seller_id, sale.amount, sale.type, 'completed')`,
  'scans of codes': `
    SELECT FROM ext_qr.codes c WHERE scans_closed IS DISTINCT FROM (
        SELECT coalesce(sum(scans), 0) FROM ext_qr.code_days d WHERE d.code_id = c.id)
      OR (SELECT count(*) FROM ext_qr.owner_days o WHERE o.value = c.id::text) IS DISTINCT FROM (
        SELECT count(*) FROM ext_qr.code_days d WHERE d.code_id = c.id)`,
  'events of pixels': `
    SELECT FROM ext_pixels.pixels p WHERE events_closed IS DISTINCT FROM (
        SELECT coalesce(sum(events), 0) FROM ext_pixels.pixel_days d WHERE d.pixel_id = p.id)
      OR events_closed <> (SELECT count(*) FROM ext_pixels.events e
        WHERE e.pixel_id = p.id AND (e.created_at AT TIME ZONE 'UTC')::date <= (
          SELECT rolled_through FROM ext_pixels.rollup_state WHERE name = 'pixels'))
      OR EXISTS (SELECT FROM ext_pixels.events e WHERE e.pixel_id = p.id AND e.created_at > now())`,
  'clicks of pages': `
    SELECT FROM ext_biolinks.events e JOIN ext_biolinks.pages p ON p.id = e.page_id
    LEFT JOIN ext_biolinks.blocks b ON b.id = e.block_id AND b.page_id = p.id
    WHERE e.created_at > now() OR e.created_at < p.published_at OR (e.block_id IS NOT NULL AND b.kind IS DISTINCT FROM 'link')`,
  'sums of invoices': `
    SELECT FROM ext_invoicing.documents d WHERE (subtotal_minor, total_minor, paid_minor) IS DISTINCT FROM (
        (SELECT sum(l.amount_minor) FROM ext_invoicing.document_lines l WHERE l.document_id = d.id), subtotal_minor + tax_minor,
        (SELECT coalesce(sum(p.amount_minor), 0) FROM ext_invoicing.invoice_payments p WHERE p.document_id = d.id))
      OR issue_date > now() OR (paid_at IS NULL) = (paid_minor = total_minor)`,
  'numbers of invoices': `
    SELECT FROM ext_invoicing.number_counters c WHERE last_value IS DISTINCT FROM (SELECT count(*) FROM ext_invoicing.documents d
      WHERE (d.owner_id, d.kind, d.series_period) = (c.owner_id, c.kind, c.period) AND d.sequence <= c.last_value)`,
  'states of invoices': `
    SELECT FROM ext_invoicing.clients c WHERE 6 <> (
      SELECT count(DISTINCT CASE WHEN status <> 'issued' THEN status WHEN paid_minor = total_minor THEN 'paid'
        WHEN due_date < (${SEEDED} AT TIME ZONE 'UTC')::date THEN 'overdue' WHEN paid_minor > 0 THEN 'partially_paid' ELSE 'open' END)
      FROM ext_invoicing.documents d WHERE d.client_id = c.id)`,
  'installed apps': `
    SELECT FROM (
      SELECT owner_id, 'biolinks' FROM ext_biolinks.pages UNION SELECT owner_id, 'analytics' FROM ext_analytics.sites UNION
      SELECT owner_id, 'live-sessions' FROM ext_live_sessions.bookings
      UNION SELECT owner_id, 'subscriptions' FROM ext_subscriptions.subscriptions
      UNION SELECT owner_id, 'events' FROM ext_events.orders UNION SELECT owner_id, 'events' FROM ext_events.events
      UNION SELECT owner_id, 'qr' FROM ext_qr.codes
      UNION SELECT owner_id, 'bundles' FROM ext_bundles.purchases UNION SELECT owner_id, 'bundles' FROM ext_bundles.bundles
      UNION SELECT owner_id, 'pixels' FROM ext_pixels.pixels UNION SELECT owner_id, 'invoicing' FROM ext_invoicing.documents
    ) used (user_id, app) WHERE (user_id, app) NOT IN (SELECT user_id, app FROM apps.installations)`,
};

/** What the last line tells: how many of each kind of thing have been added. */
const added = (output: string): Record<string, number> =>
  Object.fromEntries(
    [...output.matchAll(/(\d+) (\D+?)(?=, \d| and \d| added)/g)].map(([, count, thing]) => [thing, Number(count)]),
  );

it('creates accounts and their sales, and no posts without --posts', async () => {
  const { code, output, errors } = await seed('--users 600');
  expect(code).toBe(0);
  const { bookings, ...others } = added(output);
  expect(others).toMatchObject({
    accounts: 600,
    subscriptions: 240,
    'bundle sales': 120,
    tickets: 576,
    commissions: 120,
    'QR codes': 36,
    invoices: 108,
  });
  expect(bookings).toBeGreaterThan(300);
  expect(Object.entries(others).filter(([, count]) => count === 0)).toEqual([]);
  expect(output).toMatch(/person1@demo.example to person600@demo.example\npassword of each: demonstration\n$/);
  expect(errors).toContain('600/600 accounts');
  expect(await sizes()).toMatchObject({ posts: 0, follows: 0 });
});

describe('the sales', () => {
  it.each(Object.entries(WRONG_SALES))('have exact %s', async (_of, wrong) => {
    expect((await database.query(wrong)).rowCount).toBe(0);
  });

  it('leave the ledger as it was', async () => {
    const moved = `SELECT count(*)::int AS moved FROM payments.ledger_transfers`;
    expect(await one(moved)).toEqual({ moved: 0 });
  });

  it('are as many as the accounts allow', async () => {
    const alone = await cloneTemplate();
    const { output } = await seed('--users 1', { DATABASE_URL: addressOf(alone) });
    await dropDatabase(alone);
    expect(added(output)).toMatchObject({
      accounts: 1,
      bookings: 0,
      subscriptions: 0,
      'bundle sales': 0,
      tickets: 0,
      commissions: 0,
      'QR codes': 6,
    });
  });
});

describe('a network of posts', () => {
  let before: Record<string, number>;

  it('contains skewed activity: a few users have far more than the others', async () => {
    const { code, output } = await seed('--users 600 --posts 6000');
    expect(code).toBe(0);
    before = await sizes();
    const { follows, posts, stories, ...others } = added(output);
    expect({ follows, posts, stories }).toEqual({ follows: before.follows, posts: 6000, stories: 30 });
    expect(Object.values(others).filter((count) => count !== 0)).toEqual([]);
    expect(before).toMatchObject({ posts: 6000, post_counters: 6000, stories: 30, polls: 60 });
    expect(before.reactions! / 6000).toBeGreaterThan(5);
    expect(before.reactions! / 6000).toBeLessThan(15);
    expect(before.comments! / 6000).toBeGreaterThan(1);
    expect(before.comments! / 6000).toBeLessThan(3);
    const { busiest, status } = await one(`
      SELECT max(posts_count) AS busiest,
        (SELECT array_agg(DISTINCT status ORDER BY status) FROM social.posts) AS status
      FROM account.user_counters`);
    expect(busiest).toBeGreaterThan(200);
    expect(status).toEqual(['draft', 'flagged', 'published']);
  });

  it.each(Object.entries(WRONG))('has exact counters of its %s', async (_of, wrong) => {
    expect((await database.query(wrong)).rowCount).toBe(0);
  });

  it('has no time in the future, and nothing older than its post', async () => {
    for (const table of ['reactions', 'comments'])
      expect(
        await one(`
          SELECT count(*)::int AS wrong FROM social.${table} t JOIN social.posts p ON p.id = t.post_id
          WHERE t.created_at < p.created_at OR t.created_at > now()`),
      ).toEqual({ wrong: 0 });
  });

  it('is unchanged when it is seeded again', async () => {
    await database.query(`UPDATE social.posts SET title = 'mine' WHERE id IN (SELECT id FROM social.posts LIMIT 1)`);
    const { output } = await seed('--users 600 --posts 6000');
    expect(Object.values(added(output)).filter((count) => count !== 0)).toEqual([]);
    expect(await sizes()).toEqual(before);
    expect(await one(`SELECT count(*)::int AS kept FROM social.posts WHERE title = 'mine'`)).toEqual({ kept: 1 });
  });

  it('leaves the counter triggers enabled', async () => {
    const asleep = `SELECT count(*)::int AS asleep FROM pg_trigger WHERE tgenabled <> 'O'`;
    expect(await one(asleep)).toEqual({ asleep: 0 });
  });

  it('has planner statistics', async () => {
    const known = `SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'social.posts'::regclass`;
    expect(await one(known)).toEqual({ rows: 6000 });
  });
});

it.each([
  ['--users 0', '--users is 0, accepted is a whole number from 1 to 10000000'],
  ['--posts many', '--posts is many, accepted is a whole number from 0 to 100000000'],
  ['--posts -1', '--posts'],
])('refuses %s', async (options, words) => {
  const { code, errors } = await seed(options);
  expect(code).toBe(1);
  expect(errors).toContain(words);
});

it('refuses production', async () => {
  const { code, errors } = await seed('--users 5', {
    NODE_ENV: 'production',
    JWT_SECRET: 'a-secret-of-more-than-thirty-two-characters',
    PROCESSOR_SECRET_KEY: 'sk_test',
    PROCESSOR_WEBHOOK_SECRET: 'a-secret-of-more-than-thirty-two-characters',
  });
  expect(code).toBe(1);
  expect(errors).toContain('demonstration data does not belong in production');
});
