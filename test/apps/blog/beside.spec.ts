import { BlogService } from '../../../src/apps/blog/blog.service.js';
import { type Account, PASSWORD } from '../../support/service.js';
import { Newsroom } from './newsroom.js';

const HOST = 'bread.example';
const SITE = '0192f000-0000-7000-8000-0000000000a1';

let room: Newsroom;
let ann: Account & { blog: any };
let post: any;
beforeAll(async () => {
  room = await Newsroom.start();
  ann = await room.author();
  post = await room.published(ann, { title: 'Rye', tags: ['rye'] });
});
afterAll(() => room.stop());

/** What a domain app with this domain would say. */
const domains = (more: object = {}) => ({
  resolveHost: (host: string) =>
    Promise.resolve(
      host === HOST
        ? {
            domain_id: SITE,
            owner_id: ann.id,
            host,
            target_app: 'blog',
            target_id: ann.blog.id,
            redirect_url: null,
            root_url: null,
            not_found_url: null,
            ...more,
          }
        : null,
    ),
  hostOf: (app: string, id: string) => Promise.resolve(app === 'blog' && id === ann.blog.id ? HOST : null),
});

describe('on a domain of its owner', () => {
  beforeAll(() => room.beside('domains', domains()));
  afterAll(() => room.beside('domains', undefined));

  it('a blog begins at the root', async () => {
    const index = await room.onDomain(HOST, '');
    expect(index.status).toBe(200);
    expect(index.text).toContain('<a href="/rye">Rye</a>');
    expect(index.text).toContain(`<link rel="canonical" href="https://${HOST}">`);
    const page = await room.onDomain(HOST, 'rye');
    expect(page.text).toContain(`<link rel="canonical" href="https://${HOST}/rye">`);
    expect(page.text).toContain(`data-view="/v1/apps/blog/public/view/${post.id}"`);
    expect(page.text).toContain('<a href="/tag/rye">rye</a>');
    expect((await room.onDomain(HOST, 'tag/rye')).status).toBe(200);
    expect((await room.onDomain(HOST, 'rss.xml')).text).toContain(`<link>https://${HOST}/rye</link>`);
    expect((await room.onDomain(HOST, 'sitemap.xml')).text).toContain(`<loc>https://${HOST}/rye</loc>`);
    expect((await room.onDomain(HOST, 'posts.json')).text).toContain(`"url":"https://${HOST}/rye"`);
    expect((await room.onDomain(HOST, 'nothing')).status).toBe(404);
    expect((await room.onDomain(HOST, 'v1/apps/blog/public/view.js')).status).toBe(200);
    const before = (await room.views(post)).length;
    expect((await room.onDomain(HOST, `v1/apps/blog/public/view/${post.id}?r=https://${HOST}/`)).status).toBe(204);
    expect((await room.onDomain(HOST, `view/${post.id}?r=`)).status).toBe(204);
    const views = (await room.views(post)).slice(before);
    expect(views.map(({ referrer_host }) => referrer_host)).toEqual([null, null]);
  });

  it('addresses lead there from everywhere', async () => {
    expect((await room.open(`${ann.blog.handle}/rye`)).text).toContain(
      `<link rel="canonical" href="https://${HOST}/rye">`,
    );
    const { post: shown, preview_url } = await room.get(ann, post);
    expect(shown.url).toBe(`https://${HOST}/rye`);
    const path = preview_url.slice(`https://${HOST}/`.length);
    expect((await room.onDomain(HOST, path)).status).toBe(200);
    const { post: moved } = await room.save(ann, shown, { slug: 'rye-bread' });
    expect((await room.onDomain(HOST, 'rye')).headers.location).toBe('/rye-bread');
    await room.save(ann, moved, { slug: 'rye' });
  });

  it('what is missing leads where the owner of the domain says', async () => {
    room.beside('domains', domains({ not_found_url: 'https://elsewhere.example/' }));
    const { status, headers } = await room.onDomain(HOST, 'nothing');
    expect([status, headers.location]).toEqual([302, 'https://elsewhere.example/']);
    room.beside('domains', domains({ target_id: null }));
    expect((await room.onDomain(HOST, '')).status).toBe(404);
    room.beside('domains', domains());
  });
});

it('the statistics and pixels of the owner are in the pages, and allowed by their policy', async () => {
  room.beside('analytics', {
    ownerOf: () => Promise.resolve(ann.id),
    snippetFor: (id: string) =>
      Promise.resolve(
        id === SITE
          ? '<script defer data-site="k" src="https://hub.example/v1/apps/analytics/public/script.js"></script>'
          : null,
      ),
  });
  room.beside('pixels', {
    attachedTo: (app: string, id: string) =>
      Promise.resolve(
        app === 'blog' && id === ann.blog.id
          ? [
              {
                attachment_id: SITE,
                pixel_id: SITE,
                provider: 'meta',
                external_id: '</script>',
                event: 'PageView',
                consent: 'required',
              },
            ]
          : [],
      ),
    hostsOf: (providers: string[]) => providers.map((provider) => `${provider}.example`),
  });
  await room.ask(ann, 'save-blog', { analytics_site_id: SITE });
  const check = async ({ text, headers }: { text: string; headers: Record<string, unknown> }, hosts: string) => {
    expect(text).toContain('data-site="k"');
    const [, json = ''] = /<script type="application\/json" id="pixels">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(json).pixels).toEqual([
      { attachment_id: SITE, provider: 'meta', external_id: '</script>', event: 'PageView', consent: 'required' },
    ]);
    expect(text).toContain('<script type="module" src="/v1/apps/pixels/public/pixels.js"></script>');
    expect(headers['content-security-policy']).toContain(`script-src 'self'${hosts};`);
  };
  await check(await room.open(ann.blog.handle), ' https://meta.example');
  await check(await room.open(`${ann.blog.handle}/rye`), ' https://meta.example');
  room.beside('domains', domains());
  await check(await room.onDomain(HOST, 'rye'), ' https://hub.example https://meta.example');
  room.beside('domains', undefined);
  const { preview_url } = await room.get(ann, post);
  const preview = await room.open(preview_url.split('/public/')[1]);
  expect(preview.text).not.toMatch(/data-site|pixels/);
  room.beside('analytics', undefined);
  room.beside('pixels', undefined);
  expect((await room.open(`${ann.blog.handle}/rye`)).text).not.toMatch(/data-site|pixels/);
});

it('other apps are told whose a blog is', async () => {
  const service = room.service.app.get(BlogService, { strict: false });
  expect(await service.describe(ann.blog.id)).toEqual({ owner_id: ann.id, label: 'Slow Baking', url: ann.blog.url });
  expect(await service.describe(ann.id)).toBeNull();
});

it('everything of a blog goes with the account of its owner', async () => {
  const eve = await room.author();
  const gone = await room.published(eve);
  await room.save(eve, gone, { slug: 'other' });
  await eve.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
  for (const table of ['blogs', 'posts', 'post_revisions', 'post_slugs']) {
    const column = table === 'blogs' ? 'id' : table === 'post_revisions' ? 'post_id' : 'blog_id';
    const id = table === 'post_revisions' ? gone.id : eve.blog.id;
    expect(await room.rows(`SELECT FROM ext_blog.${table} WHERE ${column} = $1`, id)).toEqual([]);
  }
});
