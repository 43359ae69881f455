import { randomUUID } from 'node:crypto';
import { ForgetHandles } from '../../../src/apps/biolinks/jobs/forget-handles.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Desk, FORM, LINK } from './desk.js';

let desk: Desk;
let ann: Account;
let bob: Account;
let admin: Account;
beforeAll(async () => {
  desk = await Desk.start();
  [ann, bob] = await Promise.all([desk.person(), desk.person()]);
  admin = await desk.service.admin();
});
afterAll(() => desk.stop());

const SITE = randomUUID();
const update = ({ id }: { id: string }, changes: object) => ({ page_id: id, ...changes });

describe('a page', () => {
  it('is made, filled, published and counted, as its contract tells', async () => {
    const oak = { handle: 'oak.studio', title: 'Oak Studio', bio: 'Handmade chairs' };
    const page = await desk.page(ann, oak);
    expect(page).toMatchObject({
      ...oak,
      is_published: false,
      theme: 'plain',
      theme_options: {},
      version: 1,
      url: 'https://hub.example/v1/apps/biolinks/public/oak.studio',
    });
    const saved = await desk.ask(ann, 'save-block', { page_id: page.id, ...LINK, is_featured: true });
    expect(saved).toMatchObject({ block: { kind: 'link', position: 0, title: 'Shop', live: true }, page_version: 2 });
    const published = await desk.update(ann, page, { is_published: true });
    expect(published).toMatchObject({ is_published: true, published_at: expect.any(String), version: 3 });
    await desk.hit(page, { headers: { 'x-forwarded-for': '9.9.9.9' } });
    await desk.hit(saved.block, { headers: { 'x-forwarded-for': '9.9.9.9' } });
    const today = new Date().toISOString().slice(0, 10);
    expect(await desk.stats(ann, page, { from: today, to: today })).toEqual({
      views: 1,
      visitors: 1,
      clicks: 1,
      click_rate: 100,
      contacts: 0,
      series: [{ day: today, views: 1, clicks: 1 }],
      blocks: [{ block_id: saved.block.id, title: 'Shop', removed: false, clicks: 1, visitors: 1, click_rate: 100 }],
      referrers: [],
      countries: [],
      devices: [{ value: 'desktop', views: 1, visitors: 1 }],
    });
    const shown = await desk.ask(ann, 'get-page', { page_id: page.id });
    expect(shown).toMatchObject({ page: { id: page.id }, blocks: [{ title: 'Shop', clicks: 1, live: true }] });
    const { pages } = await desk.ask(ann, 'list-pages');
    expect(pages).toMatchObject([{ id: page.id, url: page.url, block_count: 1, views: 1, clicks: 1 }]);
    expect(await desk.ask(ann, 'stats')).toEqual({
      stats: {
        pages: 1,
        published_pages: 1,
        views: 1,
        visitors: 1,
        clicks: 1,
        click_rate: 100,
        contacts: 0,
        top_blocks: [{ block_id: saved.block.id, title: 'Shop', clicks: 1 }],
      },
    });
  });

  it('keeps what is not given, and clears what is null', async () => {
    const page = await desk.page(ann, { bio: 'Chairs', avatar_url: 'https://img.example/a.png', theme: 'paper' });
    const options = { accent: '#8F3A22', button: 'soft', font: 'mono' };
    const seo = { seo_title: 'Chairs', seo_description: 'By hand', noindex: true, is_sensitive: true };
    const changed = await desk.update(ann, page, { title: 'Oak', theme_options: options, ...seo });
    expect(changed).toMatchObject({ title: 'Oak', bio: 'Chairs', theme: 'paper', theme_options: options, ...seo });
    const cleared = await desk.update(ann, page, { bio: null, avatar_url: null, seo_title: null, theme_options: {} });
    expect(cleared).toMatchObject({ bio: null, avatar_url: null, seo_title: null, theme_options: {}, title: 'Oak' });
    await desk.ask(ann, 'update-settings', { default_theme: 'dark' });
    expect((await desk.page(ann)).theme).toBe('dark');
    await desk.ask(ann, 'update-settings', { default_theme: 'plain' });
  });

  it('is refused what it cannot be', async () => {
    const page = await desk.page(ann);
    const wrong: [object, string][] = [
      [{ avatar_url: 'http://img.example/a.png' }, 'avatar_url must be an https address'],
      [{ avatar_url: 'javascript:alert(1)' }, 'avatar_url must be an https address'],
      [{ theme_options: { accent: 'red;}' } }, 'accent must be a colour such as #1a2b3c'],
      [{ reset_counts: false }, 'reset_counts must be equal to true'],
      [{ title: '   ' }, 'title must not be blank'],
      [{ is_published: null }, 'is_published must be a boolean value'],
    ];
    for (const [changes, message] of wrong)
      expect(await desk.fault(ann, 'update-page', update(page, changes))).toContain(message);
    await desk.call(ann, 'update-page', update(page, { theme_options: { css: 'x' } })).expect(400);
    const unreadable = 'Text is not readable on this background';
    for (const options of [{ background: '#222222' }, { text: '#dddddd' }, { text: '#777777', background: '#888888' }])
      await desk.refused(ann, 'update-page', update(page, { theme_options: options }), 400, unreadable);
    await desk.update(ann, page, { theme_options: { text: '#ffffff', background: '#222222' } });
    const empty = 'Add a visible block before publishing';
    await desk.refused(ann, 'update-page', update(page, { is_published: true }), 400, empty);
    const { id } = await desk.block(ann, page, { ...LINK, is_visible: false });
    await desk.refused(ann, 'update-page', update(page, { is_published: true }), 400, empty);
    await desk.block(ann, page, { block_id: id, is_visible: true });
    const { published_at } = await desk.update(ann, page, { is_published: true });
    expect((await desk.update(ann, page, { is_published: true })).published_at).toBe(published_at);
  });

  it('has an analytics site of its owner', async () => {
    const page = await desk.page(ann);
    const missing = (who: Account, site: string) =>
      desk.refused(who, 'update-page', update(page, { analytics_site_id: site }), 404, 'Analytics site not found');
    await missing(ann, SITE);
    const remove = desk.service.beside('analytics', { ownerOf: async (id: string) => (id === SITE ? ann.id : bob.id) });
    expect((await desk.update(ann, page, { analytics_site_id: SITE })).analytics_site_id).toBe(SITE);
    await missing(ann, randomUUID());
    await missing(admin, randomUUID());
    expect((await desk.update(ann, page, { analytics_site_id: null })).analytics_site_id).toBeNull();
    remove();
  });

  it('is blocked by administrators alone, and then its owner cannot publish it', async () => {
    const { page } = await desk.published(ann);
    for (const field of [{ blocked: true }, { blocked: false }, { blocked_reason: 'x' }])
      await desk.refused(ann, 'update-page', update(page, field), 403, 'Forbidden');
    await desk.fault(admin, 'update-page', update(page, { blocked_reason: 'Fraud' }));
    const blocked = await desk.update(admin, page, { blocked: true, blocked_reason: 'Fraud' });
    expect(blocked).toMatchObject({ blocked_at: expect.any(String), blocked_reason: 'Fraud' });
    for (const who of [ann, admin])
      await desk.refused(who, 'update-page', update(page, { is_published: true }), 409, 'Page is blocked');
    await desk.update(ann, page, { is_published: false });
    const opened = await desk.update(admin, page, { blocked: false, is_published: true });
    expect(opened).toMatchObject({ blocked_at: null, blocked_reason: null, is_published: true });
  });

  it('belongs to its owner, and ten of them to one owner', async () => {
    const { page, blocks } = await desk.published(ann);
    const calls: [string, object][] = [
      ['update-page', { title: 'Mine' }],
      ['get-page', {}],
      ['delete-page', {}],
      ['save-block', FORM],
      ['remove-block', { block_id: blocks[0].id }],
      ['reorder-blocks', { block_ids: [blocks[0].id] }],
      ['get-page-stats', {}],
    ];
    for (const [action, input] of calls) {
      await desk.refused(bob, action, { page_id: page.id, ...input }, 403, 'Forbidden');
      await desk.refused(bob, action, { page_id: randomUUID(), ...input }, 404, 'Page not found');
    }
    const eve = await desk.person();
    const made = await atOnce(20, (n) => desk.call(eve, 'create-page', { handle: `eve-${n}`, title: 'Eve' }));
    expect(tally(made)).toEqual({ 200: 10, 409: 10 });
    expect(refusals(made)).toEqual([{ error: 'Page limit reached' }]);
    const first = await desk.ask(eve, 'list-pages', { limit: 7 });
    const second = await desk.ask(eve, 'list-pages', { limit: 7, cursor: first.next_cursor });
    expect([first.pages.length, second.pages.length, second.next_cursor]).toEqual([7, 3, null]);
    expect((await desk.ask(bob, 'list-pages')).pages).toEqual([]);
  });
});

describe('a handle', () => {
  const refused = (handle: string, status: number, error: string) =>
    desk.refused(bob, 'create-page', { handle, title: 'Bob' }, status, error);

  it('has a form, and is not one of the platform', async () => {
    const invalid = [
      'ab',
      'a'.repeat(31),
      'a..b',
      'a.-b',
      '.abc',
      'abc-',
      'a b',
      'größe',
      'me.json',
      'me.js',
      'a/b',
      '',
    ];
    for (const handle of invalid) await refused(handle, 400, 'Invalid handle');
    for (const handle of ['admin', 'API', 'hit', 'page.js', 'privacy'])
      await refused(handle, 400, 'Handle is reserved');
    await desk.rows(
      `INSERT INTO moderation.blacklist (type, value, folded) VALUES ('username', 'notorious', 'notorious')`,
    );
    await refused('notorious', 400, 'Handle is reserved');
    await desk.page(bob, { handle: 'Bob_The.Builder-1' });
    await refused('bob_the.builder-1', 409, 'Handle is taken');
    const state = async (handle: string) => desk.ask(desk.nobody(), 'check-handle', { handle });
    expect(await state('quite-free')).toEqual({ available: true, suggestions: [] });
    expect(await state('admin')).toMatchObject({ available: false, reason: 'reserved' });
    expect(await state('a')).toMatchObject({ available: false, reason: 'invalid' });
    expect(await state('…')).toEqual({ available: false, reason: 'invalid', suggestions: [] });
    const { reason, suggestions } = await state('BOB_the.builder-1');
    expect(reason).toBe('taken');
    expect(suggestions).toHaveLength(3);
    for (const handle of suggestions) expect(await state(handle)).toMatchObject({ available: true });
  });

  it('is had by one of twenty who want it at once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => desk.person()));
    const made = await atOnce(20, (n) =>
      desk.call(people[n % 4] as Account, 'create-page', { handle: 'wanted', title: 'W' }),
    );
    expect(tally(made)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(made)).toEqual([{ error: 'Handle is taken' }]);
  });

  it('redirects for 90 days after a change, and is nobody else’s', async () => {
    const { page } = await desk.published(ann, { handle: 'first-name' });
    await desk.update(ann, page, { handle: 'Second-Name' });
    const moved = await desk.open('first-name');
    expect(moved.status).toBe(301);
    expect(moved.headers.location).toBe('https://hub.example/v1/apps/biolinks/public/second-name');
    await refused('first-name', 409, 'Handle is taken');
    await desk.refused(ann, 'update-page', update(page, { handle: 'x' }), 400, 'Invalid handle');
    await desk.update(ann, page, { handle: 'third-name' });
    expect((await desk.open('first-name')).headers.location).toMatch(/third-name$/);
    await desk.update(ann, page, { handle: 'first-name' });
    expect([(await desk.open('first-name')).status, (await desk.open('third-name')).status]).toEqual([200, 301]);
    await desk.rows(`UPDATE ext_biolinks.page_handles SET released_at = now() - interval '91 days'`);
    expect((await desk.open('third-name')).status).toBe(404);
    await desk.run(ForgetHandles);
    expect(await desk.rows('SELECT FROM ext_biolinks.page_handles')).toEqual([]);
    expect((await desk.page(bob, { handle: 'third-name' })).handle).toBe('third-name');
  });

  it('stays taken when the page or the account is deleted', async () => {
    const { page, blocks } = await desk.published(ann, { handle: 'former' }, [LINK, FORM]);
    await desk.hit(page);
    await desk.ask(desk.nobody(), 'submit-contact', { block_id: blocks[1].id, email: 'a@b.example', consent: true });
    await desk.update(ann, page, { handle: 'latter' });
    expect(await desk.ask(ann, 'delete-page', { page_id: page.id })).toEqual({ message: 'Page deleted' });
    for (const handle of ['former', 'latter']) {
      expect((await desk.open(handle)).status).toBe(404);
      await refused(handle, 409, 'Handle is taken');
    }
    await desk.service.jobsDone();
    for (const table of ['blocks', 'contacts', 'events', 'page_days'])
      expect(await desk.rows(`SELECT FROM ext_biolinks.${table} WHERE page_id = $1`, page.id)).toEqual([]);
    expect((await desk.page(ann, { handle: 'latter' })).handle).toBe('latter');
    const eve = await desk.person();
    await desk.page(eve, { handle: 'eves-own' });
    await desk.rows('DELETE FROM account.users WHERE id = $1', eve.id);
    await refused('eves-own', 409, 'Handle is taken');
    // The name stays, and not whose it was.
    expect(await desk.rows(`SELECT owner_id FROM ext_biolinks.page_handles WHERE handle = 'eves-own'`)).toEqual([
      { owner_id: null },
    ]);
  });
});
