import { unzipSync } from 'fflate';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Room } from './archive-room.js';

let room: Room;
let ann: Account;
const anyone = () => ({ client: room.service.client() });
beforeAll(async () => {
  room = await Room.start({ RATE_LIMIT: '100000' });
  ann = await room.person();
});
afterAll(() => room.stop());

const link = async (item: { id: string }, more: object = {}) =>
  (await room.ask(ann, 'create-link', { item_id: item.id, ...more })).link;
const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1) as string;
const change = ({ id }: { id: string }, more: object) => room.ask(ann, 'update-link', { link_id: id, ...more });

describe('a link', () => {
  it('opens a document, counts and tells of the first view', async () => {
    const document = await room.document(ann, { name: 'offer.txt' });
    const made = await link(document, { notify_on_open: true, label: 'For Bob' });
    expect(made).toMatchObject({ downloads: 0, views: 0, max_downloads: null, has_password: false, label: 'For Bob' });
    expect(made.url).toMatch(/\/v1\/apps\/documents\/public\/l\/[\w-]{43}$/);
    const token = tokenOf(made);
    const opened = await room.ask(anyone(), 'open-link', { token });
    expect(opened).toMatchObject({ item: { name: 'offer.txt' }, items: [], next_cursor: null, allow_download: true });
    expect(opened.item.owner_id).toBeUndefined();
    await room.ask(anyone(), 'open-link', { token });
    const { url, filename } = await room.ask(anyone(), 'download-link', { token });
    expect([filename, await room.text(url)]).toEqual(['offer.txt', 'hello']);
    const { links } = await room.ask(ann, 'list-access', { item_id: document.id });
    expect(links).toMatchObject([{ views: 2, downloads: 1 }]);
    expect(links[0].url).toBeUndefined();
    const notices = await room.rows(`SELECT FROM notifications.notifications WHERE type = 'documents.link_opened'`);
    expect(notices).toHaveLength(1);
    const { events } = await room.ask(ann, 'list-events', { item_id: document.id });
    expect(events[0]).toMatchObject({ event: 'link_downloaded', link_id: made.id, ip_prefix: '127.0.0.0/24' });
    const { stats } = await room.ask(ann, 'stats');
    const top = [{ item_id: document.id, name: 'offer.txt', downloads: 1 }];
    expect(stats).toMatchObject({
      active_links: 1,
      shared_items: 1,
      link_views: 2,
      link_downloads: 1,
      top_linked: top,
    });
  });

  it('has a password that is guessed ten times', async () => {
    const made = await link(await room.document(ann), { password: 'correct horse' });
    const token = tokenOf(made);
    const refused = (more: object, status: number, error: string) =>
      room.refused(anyone(), 'open-link', { token, ...more }, status, error);
    await refused({}, 400, 'Password required');
    await room.ask(anyone(), 'open-link', { token, password: 'correct horse' });
    expect((await room.open(`${new URL(made.url).pathname}/file`)).status).toBe(404);
    for (let n = 0; n < 10; n++) await refused({ password: `wrong ${n}` }, 400, 'Wrong password');
    await refused({ password: 'correct horse' }, 429, 'Too many attempts');
    await change(made, { password: null });
    await room.ask(anyone(), 'open-link', { token });
  });

  it('gives as many downloads as it allows, at once too', async () => {
    const made = await link(await room.document(ann), { max_downloads: 3 });
    const token = tokenOf(made);
    const got = await atOnce(20, (n) =>
      n % 2
        ? room.call(anyone(), 'download-link', { token })
        : room.call(anyone(), 'download-link', { token, inline: true }),
    );
    expect(tally(got)).toEqual({ 200: 3, 409: 17 });
    expect(refusals(got)).toEqual([{ error: 'Download limit reached' }]);
    await change(made, { max_downloads: 4 });
    expect((await room.open(`${new URL(made.url).pathname}/file`, { method: 'HEAD' })).status).toBe(204);
    const sent = await room.open(`${new URL(made.url).pathname}/file`);
    expect(sent.status).toBe(302);
    expect(sent.headers.get('cache-control')).toBe('no-store');
    expect(sent.headers.get('referrer-policy')).toBe('no-referrer');
    expect(sent.headers.get('x-robots-tag')).toBe('noindex');
    expect(await room.text(sent.headers.get('location') as string)).toBe('hello');
    expect((await room.open(`${new URL(made.url).pathname}/file`)).status).toBe(409);
  });

  it('is renewed, expires, is revoked, and stops with the trash', async () => {
    const document = await room.document(ann);
    const made = await link(document);
    const { link: renewed } = await change(made, { renew: true });
    await room.refused(anyone(), 'open-link', { token: tokenOf(made) }, 404, 'Link not found');
    const token = tokenOf(renewed);
    await room.ask(anyone(), 'open-link', { token });
    await room.ask(ann, 'trash-items', { item_ids: [document.id] });
    await room.refused(anyone(), 'open-link', { token }, 404, 'Link not found');
    await room.ask(ann, 'restore-items', { item_ids: [document.id] });
    await room.rows(`UPDATE ext_documents.links SET expires_at = now() - interval '1 s' WHERE id = $1`, made.id);
    await room.refused(anyone(), 'download-link', { token }, 409, 'Link has expired');
    expect((await room.open(new URL(renewed.url).pathname)).status).toBe(410);
    await change(made, { expires_at: null });
    const { link: revoked } = await room.ask(ann, 'revoke-link', { link_id: made.id });
    const again = await room.ask(ann, 'revoke-link', { link_id: made.id });
    expect(again.link.revoked_at).toBe(revoked.revoked_at);
    await room.refused(anyone(), 'open-link', { token }, 404, 'Link not found');
    expect((await room.open(new URL(renewed.url).pathname)).status).toBe(404);
    await room.refused(ann, 'update-link', { link_id: made.id, label: 'x' }, 409, 'Link is revoked');
  });

  it('is made as the settings say, fifty an item at most', async () => {
    const document = await room.document(ann);
    const past = { item_id: document.id, expires_at: '2020-01-01T00:00:00Z' };
    await room.refused(ann, 'create-link', past, 400, 'expires_at must be in the future');
    await room.ask(ann, 'update-settings', { link_expiry_days: 1, link_password_required: true, notify_on_open: true });
    await room.refused(ann, 'create-link', { item_id: document.id }, 400, 'Password required');
    const made = await link(document, { password: 'correct horse' });
    expect(made).toMatchObject({ notify_on_open: true, has_password: true });
    expect(Date.parse(made.expires_at) - Date.now()).toBeGreaterThan(86_000_000);
    await room.refused(ann, 'update-link', { link_id: made.id, password: null }, 400, 'Password required');
    const normal = { link_expiry_days: null, link_password_required: false, notify_on_open: false };
    await room.ask(ann, 'update-settings', normal);
    await room.rows(
      `INSERT INTO ext_documents.links (owner_id, item_id, token_hash)
       SELECT owner_id, item_id, 'hash ' || n FROM ext_documents.links, generate_series(1, 40) n WHERE id = $1`,
      made.id,
    );
    const more = await atOnce(20, () => room.call(ann, 'create-link', { item_id: document.id }));
    expect(tally(more)).toEqual({ 200: 9, 409: 11 });
    expect(refusals(more)).toEqual([{ error: 'Link limit reached' }]);
  });

  it('to a folder opens what lies in it, and nothing else', async () => {
    const folder = await room.folder(ann, 'Given');
    const inner = await room.folder(ann, 'Inner', folder.id);
    const document = await room.document(ann, { name: 'in.txt', parent_id: inner.id });
    const outside = await room.document(ann, { name: 'outside.txt' });
    const token = tokenOf(await link(folder));
    const { items } = await room.ask(anyone(), 'open-link', { token });
    expect(items).toMatchObject([{ kind: 'folder', name: 'Inner' }]);
    const below = await room.ask(anyone(), 'open-link', { token, folder_id: inner.id });
    expect(below).toMatchObject({ item: { name: 'Inner' }, items: [{ name: 'in.txt', size_bytes: 5 }] });
    const { url } = await room.ask(anyone(), 'download-link', { token, document_id: document.id });
    expect(await room.text(url)).toBe('hello');
    const other = { token, document_id: outside.id };
    await room.refused(anyone(), 'download-link', other, 404, 'Document not found');
    await room.refused(anyone(), 'download-link', { token }, 404, 'Document not found');
    const archive = await room.ask(anyone(), 'download-link', { token, archive: true });
    expect(archive.filename).toBe('Given.zip');
    const zip = unzipSync(new Uint8Array(await (await room.open(archive.url)).arrayBuffer()));
    expect(Object.keys(zip)).toEqual(['Given/', 'Given/Inner/', 'Given/Inner/in.txt']);
    expect(Buffer.from(zip['Given/Inner/in.txt'] as Uint8Array).toString()).toBe('hello');
    await room.rows('UPDATE ext_documents.links SET revoked_at = now() WHERE item_id = $1', folder.id);
    expect((await room.open(archive.url)).status).toBe(404);
  });

  it('without downloads shows what browsers show', async () => {
    const made = await link(await room.document(ann), { allow_download: false });
    const token = tokenOf(made);
    await room.refused(anyone(), 'download-link', { token }, 400, 'Download is not allowed');
    await room.ask(anyone(), 'download-link', { token, inline: true });
    const html = await room.document(ann, { name: 'x.html', type: 'text/html', bytes: '<p>x' });
    const other = tokenOf(await link(html, { allow_download: false }));
    const shown = { token: other, inline: true };
    await room.refused(anyone(), 'download-link', shown, 400, 'Download is not allowed');
    await room.refused(anyone(), 'open-link', { token: 'nonsense' }, 404, 'Link not found');
    const page = await room.open(new URL(made.url).pathname);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).not.toMatch(/<script>|style=/);
  });
});

describe('an archive', () => {
  it('holds what the caller may see, under names that differ', async () => {
    const [one, two] = await Promise.all([room.folder(ann, 'A one'), room.folder(ann, 'A two')]);
    const first = await room.document(ann, { name: 'same.txt', bytes: 'first', parent_id: one.id });
    const second = await room.document(ann, { name: 'Same.txt', bytes: 'second', parent_id: two.id });
    const ids = [first.id, second.id, one.id];
    const { url } = await room.ask(ann, 'download-archive', { item_ids: ids });
    const sent = await room.open(url);
    expect(sent.headers.get('content-disposition')).toMatch(/^attachment; filename="Documents.zip"/);
    const zip = unzipSync(new Uint8Array(await sent.arrayBuffer()));
    const texts = Object.entries(zip).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);
    expect(texts).toEqual([
      ['A one/', ''],
      ['A one/same.txt', 'first'],
      ['Same.txt', 'second'],
    ]);
    expect((await room.open(`${url.slice(0, -4)}AAAA`)).status).toBe(404);
    const bob = await room.person();
    await room.refused(bob, 'download-archive', { item_ids: ids }, 404, 'Item not found');
    await room.rows('UPDATE ext_documents.items SET size_bytes = 3000000000 WHERE id = $1', second.id);
    await room.refused(ann, 'download-archive', { item_ids: [second.id] }, 400, 'Archive is too large');
  });

  it('has five thousand files at most, not counting folders', async () => {
    const { id } = await room.folder(ann, 'Crowded');
    const add = (kind: string, count: number) =>
      room.rows(
        `INSERT INTO ext_documents.items (owner_id, kind, parent_id, name, created_by)
         SELECT $1, $3, $2, $3 || n, $1 FROM generate_series(1, $4::int) n`,
        ann.id,
        id,
        kind,
        count,
      );
    await add('folder', 500);
    await add('document', 5_000);
    expect((await room.ask(ann, 'download-archive', { item_ids: [id] })).url).toContain('/archives/');
    await room.document(ann, { parent_id: id });
    await room.refused(ann, 'download-archive', { item_ids: [id] }, 400, 'Archive is too large');
  });
});
