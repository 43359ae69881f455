import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { embedOf } from '../../../src/apps/biolinks/blocks/embeds.js';
import { CheckDestinations } from '../../../src/apps/biolinks/jobs/check-destinations.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Desk, FORM, LINK } from './desk.js';

let desk: Desk;
let ann: Account;
let page: any;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.person();
});
beforeEach(async () => {
  await desk.rows('DELETE FROM ext_biolinks.pages');
  page = await desk.page(ann);
});
afterAll(() => desk.stop());

const save = (input: object) => desk.call(ann, 'save-block', { page_id: page.id, ...input });
const saveRefused = (input: object, error: string) => save(input).expect(400, { error });
const titles = async () =>
  (await desk.ask(ann, 'get-page', { page_id: page.id })).blocks.map(({ title }: { title: string }) => title);
const header = (title: string) => ({ kind: 'header', title });
const block = (host: string) =>
  desk.rows(`INSERT INTO moderation.blacklist (type, value, folded) VALUES ('domain', $1, $1)`, host);

const KINDS = [
  { ...LINK, data: { thumbnail_url: 'https://img.example/t.png' } },
  header('About'),
  { kind: 'text', data: { text: '<b>Hi</b>\nthere' } },
  { kind: 'image', url: 'https://a.example/', data: { image_url: 'https://img.example/i.png', alt: 'A chair' } },
  { kind: 'socials', data: { items: [{ network: 'instagram', url: 'https://www.instagram.com/oak/' }] } },
  { kind: 'embed', title: 'Film', url: 'https://youtu.be/dQw4w9WgXcQ?si=x' },
  { ...FORM, data: { consent_text: 'Yes', ask_name: true, ask_message: false } },
  { kind: 'divider' },
];

describe('a block', () => {
  it('is of one of eight kinds, and shows what it was given', async () => {
    for (const kind of KINDS) await desk.block(ann, page, kind);
    const { blocks } = await desk.ask(ann, 'get-page', { page_id: page.id });
    expect(blocks).toMatchObject(
      KINDS.map((kind, position) => ({
        ...kind,
        position,
        live: true,
        clicks: 0,
        ...(kind.kind === 'embed' && { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }),
      })),
    );
    for (const url of ['mailto:a@b.example?subject=Hi', 'tel:+49-30-1234', 'sms:+491234'])
      expect((await desk.block(ann, page, { ...LINK, url })).url).toBe(url);
    expect((await desk.block(ann, page, { ...LINK, url: 'https://bücher.example/ä' })).url).toBe(
      'https://xn--bcher-kva.example/%C3%A4',
    );
  });

  it('needs what its kind needs, and nothing else', async () => {
    const missing: [object, string][] = [
      [{ kind: 'link', url: LINK.url }, 'title is required for a link block'],
      [{ kind: 'link', title: 'Shop' }, 'url is required for a link block'],
      [{ kind: 'header' }, 'title is required for a header block'],
      [{ kind: 'text' }, 'data.text is required for a text block'],
      [{ kind: 'image', data: { alt: 'A' } }, 'data.image_url is required for a image block'],
      [{ kind: 'image', data: { image_url: 'https://a.example/i.png' } }, 'data.alt is required for a image block'],
      [{ kind: 'socials', data: {} }, 'data.items is required for a socials block'],
      [{ kind: 'embed' }, 'url is required for a embed block'],
      [{ kind: 'contact_form', title: 'Write' }, 'data.consent_text is required for a contact_form block'],
    ];
    for (const [input, error] of missing) await saveRefused(input, error);
    const wrong: [object, string][] = [
      [{ title: 'x' }, 'kind is required to add a block'],
      [{ ...header('x'), url: LINK.url }, 'a header block has no url'],
      [{ kind: 'divider', title: 'x' }, 'a divider block has no title'],
      [{ kind: 'link', title: ' ', url: LINK.url }, 'title must not be blank'],
      [{ ...LINK, data: { thumbnail_url: 'http://img.example/t.png' } }, 'thumbnail_url must be an https address'],
      [{ kind: 'socials', data: { items: [] } }, 'items must contain at least 1 elements'],
    ];
    for (const [input, message] of wrong)
      expect(await desk.fault(ann, 'save-block', { page_id: page.id, ...input })).toBe(message);
    for (const input of [
      { ...LINK, data: { html: '<b>' } },
      { kind: 'divider', data: { a: 1 } },
      { kind: 'text', data: { text: 'x'.repeat(1001) } },
      { kind: 'text', data: [] },
      { kind: 'script' },
      { ...LINK, position: -1 },
      {
        kind: 'socials',
        data: { items: Array.from({ length: 16 }, () => ({ network: 'x', url: 'https://x.com/a' })) },
      },
      { kind: 'socials', data: { items: [{ network: 'myspace', url: 'https://myspace.com/a' }] } },
    ])
      await save(input).expect(400);
    expect(await titles()).toEqual([]);
  });

  it('leads nowhere that does harm', async () => {
    await block('evil.example');
    const faults: [string, string][] = [
      ['nothing', 'Invalid URL'],
      ['https://user:secret@shop.example/', 'Invalid URL'],
      ['javascript:alert(1)', 'URL scheme is not allowed'],
      ['data:text/html,<script>', 'URL scheme is not allowed'],
      ['ftp://shop.example/', 'URL scheme is not allowed'],
      ['http://127.0.0.1/', 'Destination host is not allowed'],
      ['http://[::1]/', 'Destination host is not allowed'],
      ['http://printer.local/', 'Destination host is not allowed'],
      ['https://shop.evil.example/', 'Destination is on the blacklist'],
      ['mailto:nobody', 'Invalid URL'],
      ['mailto:%FF@b.example', 'Invalid URL'],
      ['tel:javascript', 'Invalid URL'],
    ];
    for (const [url, error] of faults) {
      await saveRefused({ ...LINK, url }, error);
      if (error !== 'Invalid URL') {
        await saveRefused({ kind: 'socials', data: { items: [{ network: 'x', url }] } }, error);
      }
    }
    await saveRefused({ ...KINDS[3], url: 'mailto:a@b.example' }, 'URL scheme is not allowed');
    for (const url of ['https://instagram.com.evil.org/oak', 'https://notinstagram.com/', 'https://x.com/oak'])
      await saveRefused(
        { kind: 'socials', data: { items: [{ network: 'instagram', url }] } },
        'Destination host is not allowed',
      );
    for (const url of [
      'https://shop.example/',
      'https://www.youtube.com/',
      'https://www.youtube.com.evil.org/watch?v=dQw4w9WgXcQ',
      'javascript:https://youtu.be/dQw4w9WgXcQ',
      'https://youtu.be/"onload="x',
      'https://vimeo.com/channels',
      'https://open.spotify.com/track/short',
    ])
      await saveRefused({ kind: 'embed', url }, 'This address cannot be embedded');
    expect(await titles()).toEqual([]);
  });

  it('is changed field by field, and its kind never', async () => {
    const { id } = await desk.block(ann, page, { ...LINK, is_featured: true, starts_at: '2030-01-01T00:00:00Z' });
    const changed = await desk.block(ann, page, { block_id: id, title: 'New' });
    expect(changed).toMatchObject({ ...LINK, title: 'New', is_featured: true, live: false });
    await saveRefused({ block_id: id, kind: 'header' }, 'kind cannot be changed');
    await saveRefused({ block_id: id, title: null }, 'title is required for a link block');
    await saveRefused({ block_id: id, ends_at: '2029-12-31T00:00:00Z' }, 'ends_at must be after starts_at');
    await saveRefused(
      { ...LINK, starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' },
      'ends_at must be after starts_at',
    );
    expect(await desk.block(ann, page, { block_id: id, kind: 'link', starts_at: null })).toMatchObject({ live: true });
    expect((await desk.block(ann, page, { block_id: id, is_visible: false })).live).toBe(false);
    const other = await desk.page(ann);
    const gone = { error: 'Block not found' };
    await desk.call(ann, 'save-block', { page_id: other.id, block_id: id, title: 'x' }).expect(404, gone);
    await save({ block_id: randomUUID(), title: 'x' }).expect(404, gone);
    await desk.call(ann, 'remove-block', { page_id: other.id, block_id: id }).expect(404, gone);
    await desk.ask(ann, 'remove-block', { page_id: page.id, block_id: id });
    await save({ block_id: id, title: 'x' }).expect(404, gone);
  });

  it('is filtered like whatever people write', async () => {
    const admin = await desk.service.admin();
    await admin.client.post('/v1/admin/censors', { pattern: 'gosh', replacement: '****' }).expect(201);
    const made = await desk.block(ann, page, { kind: 'text', data: { text: 'Oh gosh' } });
    expect(made.data.text).not.toContain('gosh');
    const changed = await desk.block(ann, page, { block_id: made.id, data: { text: 'gosh again' } });
    expect(changed.data.text).not.toContain('gosh');
  });
});

describe('the order of blocks', () => {
  it('has a place for a new one, and closes up behind one that goes', async () => {
    for (const title of ['b', 'd']) await desk.block(ann, page, header(title));
    await desk.block(ann, page, { ...header('a'), position: 0 });
    const c = await desk.block(ann, page, { ...header('c'), position: 2 });
    const e = await desk.block(ann, page, { ...header('e'), position: 99 });
    expect(await titles()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await desk.block(ann, page, { block_id: e.id, position: 1 })).position).toBe(1);
    expect(await titles()).toEqual(['a', 'e', 'b', 'c', 'd']);
    expect(await desk.ask(ann, 'remove-block', { page_id: page.id, block_id: c.id })).toEqual({
      message: 'Block removed',
    });
    const { blocks } = await desk.ask(ann, 'get-page', { page_id: page.id });
    expect(blocks.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2, 3]);
    const ids = blocks.map(({ id }: { id: string }) => id).reverse();
    const { blocks: turned } = await desk.ask(ann, 'reorder-blocks', { page_id: page.id, block_ids: ids });
    expect(turned.map(({ title }: { title: string }) => title)).toEqual(['d', 'b', 'e', 'a']);
    const error = 'block_ids must list every block of the page once';
    for (const block_ids of [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), c.id], []])
      await desk.refused(ann, 'reorder-blocks', { page_id: page.id, block_ids }, 400, error);
  });

  it('has each place once after twenty changes at once, and a hundred blocks at most', async () => {
    await atOnce(20, (n) => save({ ...header(`h${n}`), position: n % 3 }));
    const rows = () =>
      desk.rows('SELECT id, position FROM ext_biolinks.blocks WHERE removed_at IS NULL ORDER BY position');
    const made = await rows();
    expect(made.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    const removed = await atOnce(20, (n) =>
      desk.call(ann, 'remove-block', { page_id: page.id, block_id: made[n % 10].id }),
    );
    expect(tally(removed)).toEqual({ 200: 10, 404: 10 });
    expect((await rows()).map(({ position }) => position)).toEqual(Array.from({ length: 10 }, (_, n) => n));
    await desk.rows(
      `INSERT INTO ext_biolinks.blocks (page_id, kind, position) SELECT $1, 'divider', n FROM generate_series(10, 94) n`,
      page.id,
    );
    const more = await atOnce(20, () => save(header('more')));
    expect(tally(more)).toEqual({ 200: 5, 409: 15 });
    expect(refusals(more)).toEqual([{ error: 'Block limit reached' }]);
    expect((await desk.ask(ann, 'get-page', { page_id: page.id })).page.version).toBe(1 + 20 + 10 + 5);
  });
});

it('a host that gets on the blacklist hides the blocks that lead there', async () => {
  const harmful = [
    { ...LINK, url: 'https://shop.late.example/' },
    { kind: 'socials', data: { items: [{ network: 'x', url: 'https://x.com/a' }] } },
  ];
  for (const one of [...harmful, LINK, header('h'), { ...LINK, url: 'mailto:a@late.example' }])
    await desk.block(ann, page, one);
  await block('late.example');
  await block('x.com');
  await desk.run(CheckDestinations);
  await desk.run(CheckDestinations);
  const { blocks, page: after } = await desk.ask(ann, 'get-page', { page_id: page.id });
  expect(blocks.map(({ is_visible }: { is_visible: boolean }) => is_visible)).toEqual([false, false, true, true, true]);
  expect(after.version).toBe(7);
  const [{ id }] = blocks;
  await desk.block(ann, page, { block_id: id, title: 'Renamed' });
  await saveRefused({ block_id: id, is_visible: true }, 'Destination is on the blacklist');
  expect(await desk.block(ann, page, { block_id: id, is_visible: true, url: LINK.url })).toMatchObject({ live: true });
});

it('an embed is made anew from its id alone', () => {
  const ids: [string, string][] = [
    ['https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?'],
    ['https://vimeo.com/123/abcdef12', 'https://player.vimeo.com/video/123?autoplay=1&dnt=1&h=abcdef12'],
    [
      'https://open.spotify.com/intl-de/track/11dFghVXANMlKmJXsNCbNl?si=1',
      'https://open.spotify.com/embed/track/11dFgh',
    ],
    [
      'https://soundcloud.com/oak/sets/chairs',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Foak',
    ],
  ];
  for (const [url, src] of ids) expect(embedOf(url)?.src.startsWith(src)).toBe(true);
  const hosts = fc.constantFrom('youtu.be', 'www.youtube.com', 'vimeo.com', 'open.spotify.com', 'soundcloud.com');
  fc.assert(
    fc.property(hosts, fc.string(), fc.webQueryParameters(), (host, path, query) => {
      const embed = embedOf(`https://${host}/${path}?${query}`);
      for (const address of embed ? [embed.url, embed.src] : []) {
        expect(address).toMatch(/^https:\/\/[a-z.-]+\/[\w\-./?=&%]*$/);
        expect(embedOf(embed?.url as string)).toEqual(embed);
      }
    }),
    { numRuns: 500 },
  );
});
