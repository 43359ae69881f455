import { randomUUID } from 'node:crypto';
import { WordFilterService } from '../../../src/moderation/word-filter/word-filter.service.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import { type Account, eventually } from '../../support/service.js';
import { Desk } from './desk.js';

let desk: Desk;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  desk = await Desk.start();
  [ann, bob] = await Promise.all([desk.person(), desk.person()]);
});
afterAll(() => desk.stop());

const SHOP = 'https://shop.example/spring';
const create = (more: object, who = ann) => desk.call(who, 'create-link', { url: SHOP, ...more });
const refuse = (more: object, status: number, error: string, who = ann) => create(more, who).expect(status, { error });
const update = ({ id }: { id: string }, more: object, who = ann) =>
  desk.call(who, 'update-link', { link_id: id, ...more });
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const told = async (action: string) =>
  (await desk.rows(`SELECT count(*)::int AS n FROM events.domain_events WHERE type = $1`, `shortlinks/${action}`))[0].n;

describe('a new link', () => {
  it('has its address, its UTM and whatever else was asked for', async () => {
    const given = {
      slug: 'Spring',
      utm: { source: 'flyer' },
      max_clicks: 50,
      expired_url: 'https://shop.example',
      rules: [{ os: ['ios'], countries: ['de'], languages: ['EN'], url: 'https://apps.example/shop' }],
      tags: ['a', 'b', 'a'],
      title: 'Spring sale',
      external_id: 'x-1',
    };
    const { body } = await create(given).expect(200);
    expect(body.existing).toBe(false);
    expect(body.link).toMatchObject({
      owner_id: ann.id,
      slug: 'spring',
      short_url: 'https://hub.example/v1/apps/shortlinks/public/spring',
      url: 'https://shop.example/spring?utm_source=flyer',
      state: 'active',
      status: 'active',
      redirect_status: 302,
      forward_query: false,
      max_clicks: 50,
      clicks: 0,
      clicks_used: 0,
      expired_url: 'https://shop.example/',
      tags: ['a', 'b'],
      has_password: false,
      rules: [{ os: ['ios'], countries: ['DE'], languages: ['en'], url: 'https://apps.example/shop' }],
    });
    expect(await desk.show(ann, body.link)).toEqual({ ...body.link, clicks_today: 0, pixel_ids: [] });
    await refuse({ slug: 'sPRING' }, 409, 'Slug is taken', bob);
    await refuse({ external_id: 'x-1' }, 409, 'external_id is already used');
    await create({ external_id: 'x-1' }, bob).expect(200);
    expect(await told('create-link')).toBe(2);
  });

  it('takes what it does not say from the settings', async () => {
    const eve = await desk.person();
    const utm_defaults = { source: 'site', medium: 'link' };
    const settings = { default_redirect_status: 301, default_forward_query: true, utm_defaults };
    await desk.ask(eve, 'update-settings', { ...settings, default_reuse_existing: true });
    const url = 'https://shop.example/a?b=%20c&utm_medium=own#d';
    const first = await desk.ask(eve, 'create-link', { url, utm: { term: 'x y' } });
    expect(first.link).toMatchObject({
      url: 'https://shop.example/a?b=%20c&utm_medium=own&utm_source=site&utm_term=x%20y#d',
      utm: { source: 'site', term: 'x y' },
      redirect_status: 301,
      forward_query: true,
    });
    const again = await desk.ask(eve, 'create-link', { url, utm: { term: 'x y' } });
    expect(again).toMatchObject({ existing: true, link: { id: first.link.id } });
    const other = { url, utm: { term: 'x y' }, reuse_existing: false, redirect_status: null };
    const spring = { url: 'https://shop.example/spring', utm: { content: 'a', campaign: 'c', medium: 'm' } };
    const order = '?utm_source=site&utm_medium=m&utm_campaign=c&utm_content=a';
    const made = await desk.ask(eve, 'create-link', spring);
    expect(made.link.url).toBe(`https://shop.example/spring${order}`);
    const turned = { ...spring, utm: { medium: 'm', source: 'site', campaign: 'c', content: 'a' } };
    expect((await desk.ask(eve, 'create-link', turned)).existing).toBe(true);
    const moved = { link_id: made.link.id, url: 'https://shop.example/summer' };
    expect((await desk.ask(eve, 'update-link', moved)).link.url).toBe(`https://shop.example/summer${order}`);
    expect(await desk.ask(eve, 'create-link', other)).toMatchObject({ existing: false });
    for (const wrong of [
      { default_redirect_status: 303 },
      { utm_defaults: { sauce: 'x' } },
      { default_domain_id: 'x' },
    ])
      await desk.call(eve, 'update-settings', wrong).expect(400);
  });

  it('is given back only where it does what its address does, and is made once by twenty at once', async () => {
    const eve = await desk.person();
    const plain = { url: 'https://plain.example/', reuse_existing: true };
    const answers = await atOnce(20, () => desk.call(eve, 'create-link', plain));
    expect(new Set(answers.map(({ body }) => body.link.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.existing)).toHaveLength(1);
    const id = answers[0]?.body.link.id;
    const made = async (more: object) => (await desk.ask(eve, 'create-link', { ...plain, ...more })).link.id;
    for (const more of [
      { password: 'open' },
      { max_clicks: 5 },
      { rules: [{ os: ['ios'], url: 'https://apps.example/' }] },
      { starts_at: soon(60_000) },
      { expires_at: soon(60_000) },
      { expired_url: 'https://late.example/' },
      { url: 'https://plain.example/x' },
    ])
      expect(await made(more)).not.toBe(id);
    for (const what of ['blocked', 'warned'])
      await desk.set({ id: await made({ slug: `plainly-${what}` }) }, `${what}_at = now()`);
    const other = await made({ slug: 'plainly' });
    await update({ id }, { status: 'paused' }, eve).expect(200);
    expect(await made({})).toBe(other);
    expect((await desk.ask(bob, 'create-link', plain)).existing).toBe(false);
  });

  it('refuses a slug that is none, is reserved, is taken or was somebody else’s', async () => {
    for (const slug of ['', 'ab', '-abc', 'a b', 'ä-b-c', 'a.b', 'a'.repeat(65)])
      await refuse({ slug }, 400, 'Invalid slug');
    for (const slug of ['api', 'V1', 'robots.txt', '.well-known', 'd', 'signin', 'Wallet'])
      await refuse({ slug }, 400, 'Slug is reserved');
    const slugs = await Promise.all(Array.from({ length: 5 }, () => desk.link(ann)));
    for (const { slug } of slugs) expect(slug).toMatch(/^[2-9a-hjkmnp-z]{7}$/);
    const answers = await atOnce(20, (n) => create({ slug: 'only-one' }, n % 2 ? ann : bob));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Slug is taken' }]);
  });

  it('leads nowhere that is not public, wanted and elsewhere', async () => {
    await desk.rows(
      `INSERT INTO moderation.blacklist (type, value, folded) VALUES ('domain', 'bad.example', 'bad.example')`,
    );
    const wrong: [string, string][] = [
      ['not an address', 'Invalid URL'],
      ['https://me:secret@shop.example/', 'Invalid URL'],
      ['javascript:alert(1)', 'URL scheme is not allowed'],
      ['http://localhost/', 'Destination host is not allowed'],
      ['https://x.bad.example/', 'Destination is on the blacklist'],
      ['https://hub.example/v1/apps/shortlinks/public/spring', 'Destination points back to a short link'],
      ['https://hub.example/v1/apps/qr/public/abc', 'Destination points back to a short link'],
    ];
    for (const [url, error] of wrong) {
      await refuse({ url }, 400, error);
      await refuse({ expired_url: url }, 400, error);
      await refuse({ rules: [{ url: SHOP }, { url }] }, 400, error);
      expect(await desk.ask(ann, 'check-url', { url })).toEqual({
        ok: false,
        url,
        problems: [error],
        warnings: [],
      });
    }
    await refuse({ utm: { source: 'x'.repeat(90) }, url: `${SHOP}?${'x'.repeat(2000)}` }, 400, 'Invalid URL');
    expect(await desk.link(ann, { url: 'https://hub.example/about' })).toBeDefined();
  });

  it('begins before it ends, and ends later than now', async () => {
    const ends = 'expires_at must be after starts_at';
    await refuse({ starts_at: soon(60_000), expires_at: soon(60_000 - 1) }, 400, ends);
    await refuse({ expires_at: soon(-1000) }, 400, 'expires_at must be in the future');
    const link = await desk.link(ann, { starts_at: soon(60_000), expires_at: soon(120_000) });
    expect(link.state).toBe('not_started');
    for (const wrong of [{ expires_at: '2031-01-01' }, { max_clicks: 0 }, { max_clicks: 1e9 + 1 }, { password: 'abc' }])
      await create(wrong).expect(400);
    for (const rules of [
      [{ url: SHOP, devices: [] }],
      [{ url: SHOP, os: ['beos'] }],
      [{ countries: ['DE'] }],
      [{ url: SHOP, city: 'x' }],
    ])
      await create({ rules }).expect(400);
  });

  it('is one of 50,000, however many are made at once', async () => {
    const eve = await desk.person();
    await desk.rows(
      `INSERT INTO ext_shortlinks.links (owner_id, slug, url)
       SELECT $1, 'many-' || n, 'https://many.example/' FROM generate_series(1, 49997) n`,
      eve.id,
    );
    const answers = await atOnce(20, () => create({}, eve));
    expect(tally(answers)).toEqual({ 200: 3, 409: 17 });
    expect(refusals(answers)).toEqual([{ error: 'Link limit reached' }]);
    const bulk = await desk.ask(eve, 'bulk-create-links', { links: [{ url: SHOP }] });
    expect(bulk).toEqual({ links: [], errors: [{ index: 0, error: 'Link limit reached' }] });
  });
});

describe('many at once', () => {
  it('are made as far as they can be, and each that cannot is told', async () => {
    await desk.link(bob, { slug: 'bobs' });
    const lost = await desk.link(bob, { slug: 'bobs-old' });
    await desk.ask(bob, 'delete-link', { link_id: lost.id });
    const links = [
      { url: SHOP, slug: 'first-one', title: 'One' },
      { url: 'nonsense' },
      { url: SHOP, slug: 'BOBS' },
      { url: SHOP, slug: 'first-one' },
      { url: SHOP, slug: 'bobs-old' },
      { url: SHOP, external_id: 'same' },
      { url: SHOP, external_id: 'same' },
      { url: SHOP, domain_id: randomUUID() },
      { url: SHOP, password: 'open sesame' },
      { url: 'https://twin.example/', reuse_existing: true },
      { url: 'https://twin.example/', reuse_existing: true },
    ];
    const { links: made, errors } = await desk.ask(ann, 'bulk-create-links', { links });
    expect(errors).toEqual([
      { index: 1, error: 'Invalid URL' },
      { index: 2, error: 'Slug is taken' },
      { index: 3, error: 'Slug is taken' },
      { index: 4, error: 'Slug is taken' },
      { index: 6, error: 'external_id is already used' },
      { index: 7, error: 'Domain not found' },
    ]);
    expect(made.map(({ slug }: { slug: string }) => slug)[0]).toBe('first-one');
    expect(made).toHaveLength(5);
    expect(made[2].has_password).toBe(true);
    expect(made[3].id).toBe(made[4].id);
  });

  it('have an external_id once: the first of the list that can be made', async () => {
    const links = [
      { url: SHOP, slug: 'zz-last', external_id: 'thrice' },
      { url: SHOP, slug: 'aa-first', external_id: 'thrice' },
      { url: SHOP, slug: 'bobs', external_id: 'other' },
      { url: SHOP, slug: 'mm-middle', external_id: 'other' },
    ];
    const { links: made, errors } = await desk.ask(ann, 'bulk-create-links', { links });
    expect(made.map(({ slug }: { slug: string }) => slug)).toEqual(['zz-last', 'mm-middle']);
    expect(errors).toEqual([
      { index: 1, error: 'external_id is already used' },
      { index: 2, error: 'Slug is taken' },
    ]);
  });

  it('are none where all are wanted and one is wrong', async () => {
    const before = await desk.rows('SELECT count(*)::int AS n FROM ext_shortlinks.links');
    for (const more of [{}, { password: 'open sesame' }]) {
      const links = [{ url: SHOP, slug: 'all-or-none', ...more }, { url: SHOP, slug: 'bobs' }, { url: SHOP }];
      await desk.call(ann, 'bulk-create-links', { links, all_or_nothing: true }).expect(400, {
        error: 'Nothing was created',
        details: [{ index: 1, error: 'Slug is taken' }],
      });
    }
    const wrong = { links: [{ url: SHOP }, { url: 'x' }], all_or_nothing: true };
    const details = [{ index: 1, error: 'Invalid URL' }];
    await desk.call(ann, 'bulk-create-links', wrong).expect(400, { error: 'Nothing was created', details });
    expect(await desk.rows('SELECT count(*)::int AS n FROM ext_shortlinks.links')).toEqual(before);
  });

  it('have their titles filtered, each of them', async () => {
    await desk.rows(`INSERT INTO moderation.censors (pattern, replacement) VALUES ('sausage', '***')`);
    desk.service.app.get(WordFilterService, { strict: false }).recheck();
    // The censors' threads may need a moment to begin.
    const made = await eventually(() =>
      desk.ask(ann, 'bulk-create-links', { links: [{ url: SHOP, title: 'sausage sale' }] }),
    );
    expect(made.links[0].title).toBe('*** sale');
  });

  it('are five hundred by a few statements, two lists at once without a deadlock', async () => {
    const list = Array.from({ length: 500 }, (_, n) => ({ url: `${SHOP}/${n}`, slug: `bulk-${n}` }));
    const [one, two] = await Promise.all([
      desk.ask(ann, 'bulk-create-links', { links: list }),
      desk.ask(bob, 'bulk-create-links', { links: [...list].reverse() }),
    ]);
    expect(one.links.length + two.links.length).toBe(500);
    expect(one.errors.length + two.errors.length).toBe(500);
    await desk.call(ann, 'bulk-create-links', { links: [...list, { url: SHOP }] }).expect(400);
    await desk.call(ann, 'bulk-create-links', { links: [] }).expect(400);
  });
});

describe('an Idempotency-Key', () => {
  it('makes links once, also where the answer was lost', async () => {
    const keyed = { client: ann.client.with({ 'idempotency-key': randomUUID() }) };
    const links = [
      { url: SHOP, slug: 'keyed-one', external_id: 'keyed' },
      { url: SHOP, password: 'open sesame' },
    ];
    const make = () => desk.ask(keyed, 'bulk-create-links', { links });
    const first = await make();
    expect(first.links).toHaveLength(2);
    expect(await make()).toEqual(first);
    // The process has died before it could keep the answer.
    await desk.rows(
      `UPDATE platform.idempotent_answers SET status = NULL, answer = NULL, created_at = now() - interval '1 minute'`,
    );
    const ids = ({ links: made }: { links: { id: string }[] }) => made.map(({ id }) => id);
    const again = await make();
    expect(again.errors).toEqual([]);
    expect(ids(again)).toEqual(ids(first));
  });
});
