import type { Account } from '../../support/service.js';
import { BOT, Desk, META, OWN, type Target } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.person();
  await desk.ask(ann, 'update-settings', {
    consent_text: 'Ads </script>?',
    privacy_url: 'https://shop.example/privacy',
  });
});
afterAll(() => desk.stop());

const GPC = { 'sec-gpc': '1' };
const META_HOSTS = 'https://connect.facebook.net https://www.facebook.com';

/** The addresses at which the pixels of a target are, below the surface of its app. */
async function placesOf(app: 'biolinks' | 'blog'): Promise<{ target: Target; paths: string[] }> {
  const target = await desk.page(ann, app);
  const home = desk.addressOf(target).split('/public/')[1] ?? '';
  if (app === 'biolinks') return { target, paths: [home] };
  const post = { title: 'Rye', body_markdown: 'It keeps.', tags: ['rye'] };
  const { body } = await ann.client.post('/v1/apps/blog/create-post', post).expect(200);
  await ann.client.post('/v1/apps/blog/publish-post', { post_id: body.post.id }).expect(200);
  return { target, paths: [home, `${home}/rye`, `${home}/tag/rye`] };
}

describe.each(['biolinks', 'blog'] as const)('a page of %s', (app) => {
  let target: Target;
  let paths: string[];
  let pixels: any[];
  let attachments: any[];
  beforeAll(async () => {
    ({ target, paths } = await placesOf(app));
    pixels = [
      await desk.pixel(ann, { ...META, external_id: app === 'blog' ? '123456789012345' : '123456789012346' }),
      await desk.pixel(ann, { ...OWN, consent: 'not_required' }),
    ];
    attachments = [];
    for (const pixel of pixels) attachments.push((await desk.attach(ann, pixel, target)).attachments[0]);
  });

  const opened = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: answered, body } = await desk.open(path, headers, 'GET', app);
    const html = body.toString();
    const block = /<script type="application\/json" id="pixels">(.*?)<\/script>/.exec(html)?.[1];
    const policy = String(answered['content-security-policy']);
    const sources = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `)) ?? '';
    return { status, html, answered, sources, told: block && JSON.parse(block) };
  };
  const everywhere = async (headers: Record<string, string> = {}) =>
    Promise.all(paths.map((path) => opened(path, headers)));

  it('tells the script what is attached, what its bar says, and which hosts it may use', async () => {
    const [network, own] = pixels;
    for (const { status, html, sources, told, answered } of await everywhere()) {
      expect(status).toBe(200);
      expect(told).toEqual({
        pixels: [
          {
            attachment_id: attachments[0].id,
            provider: 'meta',
            external_id: network.external_id,
            event: 'PageView',
            consent: 'required',
          },
          {
            attachment_id: attachments[1].id,
            provider: 'own',
            external_id: null,
            event: 'PageView',
            consent: 'not_required',
          },
        ],
        bar: { text: 'Ads </script>?', privacy_url: 'https://shop.example/privacy' },
      });
      expect(html.match(/<script type="module" src="[^"]*pixels\/public\/pixels\.js"><\/script>/g)).toHaveLength(1);
      expect(sources('script-src')).toMatch(new RegExp(` ${META_HOSTS}$`));
      expect(sources('connect-src')).toMatch(new RegExp(` ${META_HOSTS}$`));
      expect(answered.vary).toContain('Sec-GPC');
      expect(html).not.toContain(own.key);
    }
  });

  it('has no network for a visitor who refuses all of them, and no other page for a robot', async () => {
    for (const { told, sources, answered, html } of await everywhere(GPC)) {
      expect(told).toMatchObject({ pixels: [{ provider: 'own' }], bar: null });
      expect(sources('script-src')).not.toContain('facebook');
      expect(html).not.toContain('facebook');
      expect(answered.vary).toContain('Sec-GPC');
    }
    for (const { told } of await everywhere({ 'user-agent': BOT })) expect(told.pixels).toHaveLength(2);
  });

  it('counts what its script reports, by its target', async () => {
    const [network] = pixels;
    await desk.open(`fired/${attachments[0].id}`, { referer: 'https://hub.example/' });
    expect(await desk.events(network)).toMatchObject([{ attachment_id: attachments[0].id, host: 'hub.example' }]);
    expect((await desk.stats(ann, network)).by_target).toMatchObject([{ events: 1, target }]);
  });

  it('fires on the host of its owner too, by the script and the reports of that host', async () => {
    const host = `${app}.oak.example`;
    const domain = { domain_id: target.target_id, owner_id: ann.id, host, redirect_url: null, root_url: null };
    const resolved = { ...domain, not_found_url: null, target_app: app, target_id: target.target_id };
    const resolveHost = async (asked: string) => (asked === host ? resolved : null);
    const remove = desk.service.beside('domains', { resolveHost, hostOf: async () => host });
    const at = (path: string) => desk.send(path, { host, referer: `https://${host}/` });
    const page = (await at('/')).body.toString();
    const script = /src="([^"]*pixels\.js)"/.exec(page)?.[1] ?? '';
    expect(script).toBe('/v1/apps/pixels/public/pixels.js');
    expect((await at(script)).headers['content-type']).toContain('javascript');
    expect((await at(`/v1/apps/pixels/public/fired/${attachments[1].id}`)).status).toBe(204);
    expect(await desk.events(pixels[1])).toMatchObject([{ name: 'PageView', host }]);
    remove();
  });

  it('has nothing of a pixel that is paused or detached', async () => {
    const [network, own] = pixels;
    await desk.ask(ann, 'update-pixel', { pixel_id: own.id, status: 'paused' });
    for (const { told } of await everywhere()) expect(told.pixels).toMatchObject([{ provider: 'meta' }]);
    await desk.ask(ann, 'detach-pixel', { pixel_id: network.id, targets: [target] });
    for (const { html, answered } of await everywhere()) {
      expect(html).not.toContain('pixels.js');
      expect(String(answered.vary)).not.toContain('Sec-GPC');
    }
  });
});
