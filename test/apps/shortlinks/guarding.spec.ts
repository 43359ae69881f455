import type { ServedDomain } from '../../../src/apps/contracts/domains.js';
import type { PublicAnswer } from '../../../src/apps/kernel/pages/public-answers.js';
import type { AttachedPixel } from '../../../src/apps/contracts/pixels.js';
import { ShortlinksService } from '../../../src/apps/shortlinks/shortlinks.service.js';
import { ShortlinksSurface } from '../../../src/apps/shortlinks/shortlinks.surface.js';
import type { Account } from '../../support/service.js';
import { BOT, Desk, IPHONE } from './desk.js';

let desk: Desk;
let ann: Account;
let bob: Account;
let root: Account;
beforeAll(async () => {
  desk = await Desk.start({ SHORT_HOST: 'go.example' });
  [ann, bob] = await Promise.all([desk.person(), desk.person()]);
  root = await desk.service.admin();
});
afterAll(() => desk.stop());

const URL_ = 'https://shop.example/spring';
const clicks = async (link: { id: string }) => (await desk.clicks(link)).length;

describe('a link that does harm', () => {
  const report = (slug: string, headers: Record<string, string>, more: object = {}) =>
    desk.call(desk.nobody(headers), 'report-link', { slug, reason: 'phishing', ...more });
  const thanks = { message: 'Thank you, the link will be reviewed' };

  it('is shown before it leads on, once five have reported it', async () => {
    const link = await desk.link(ann, { title: '<b>Sale</b>', slug: 'harmful' });
    const first = desk.visitor();
    for (const headers of [first, first, desk.visitor(), desk.visitor()])
      await report('Harmful', headers, { details: 'It asks for my card.' }).expect(200, thanks);
    await report('no-such-link', first).expect(200, thanks);
    await desk.call(bob, 'report-link', { slug: 'harmful', reason: 'spam' }).expect(200, thanks);
    expect((await desk.open('harmful')).status).toBe(302);
    const older = () =>
      desk.rows(`UPDATE ext_shortlinks.link_reports SET created_at = created_at - interval '25 hours' WHERE id = (
        SELECT id FROM ext_shortlinks.link_reports ORDER BY created_at DESC, id DESC LIMIT 1)`);
    await older();
    await report('harmful', desk.visitor()).expect(200);
    expect((await desk.open('harmful')).status).toBe(302);
    await older();
    await Promise.all([report('harmful', desk.visitor()), report('harmful', desk.visitor())]);
    const visitor = desk.visitor();
    const warned = await desk.open('harmful?x=1', { headers: visitor });
    expect(warned.status).toBe(200);
    expect(warned.text).toContain('&lt;b&gt;Sale&lt;/b&gt;');
    expect(warned.text).toContain('https://shop.example/spring');
    expect(await clicks(link)).toBe(2);
    const next = /href="(harmful\?c=[^"]+)"/.exec(warned.text)?.[1]?.replace('&amp;', '&') as string;
    expect((await desk.open(next)).status).toBe(200);
    expect(await desk.open(next, { headers: visitor })).toMatchObject({ status: 302, location: URL_ });
    expect((await desk.open('harmful?c=xyz', { headers: visitor })).status).toBe(200);
    expect(await clicks(link)).toBe(3);
    const now = Date.now;
    Date.now = () => now() + 601_000;
    expect((await desk.open(next, { headers: visitor })).status).toBe(200);
    Date.now = now;
  });

  it('with a password asks for that first, and is warned of by what unlocks it', async () => {
    const password = 'open sesame';
    const slug = 'guarded-and-harmful';
    const guarded = await desk.link(ann, { slug, password });
    const unlock = () => desk.call(desk.nobody(), 'unlock-link', { slug, password });
    expect((await unlock().expect(200)).body).toEqual({ url: URL_ });
    await desk.rows('UPDATE ext_shortlinks.links SET warned_at = now() WHERE id = $1', guarded.id);
    const page = await desk.open(slug);
    expect(page.status).toBe(200);
    expect(page.text).toContain('name="unlock"');
    expect(page.text).not.toContain(URL_);
    expect((await unlock().expect(200)).body).toEqual({ url: URL_, warning: true });
    const wrong = { slug, password: 'guess' };
    await desk.refused(desk.nobody(), 'unlock-link', wrong, 400, 'Wrong password');
    // The preview shows the warning, and not the destination.
    const preview = await desk.open(`${slug}+`);
    expect(preview.text).toContain('Others have reported this link');
    expect(preview.text).not.toContain(URL_);
  });

  it('is reported once by one network, whatever browsers its callers name', async () => {
    const link = await desk.link(ann, { slug: 'one-reporter' });
    const network = (host: string, agent: number) =>
      desk.visitor({ 'x-forwarded-for': host, 'user-agent': `Browser/${agent}` });
    for (let agent = 0; agent < 5; agent++) {
      await report('one-reporter', network('203.0.113.66', agent)).expect(200, thanks);
      await report('one-reporter', network(`2001:db8:6:6::${agent}`, agent)).expect(200, thanks);
    }
    const [{ count }] = await desk.rows(
      `SELECT count(*)::int AS count FROM ext_shortlinks.link_reports WHERE link_id = '${link.id}'`,
    );
    expect(count).toBe(2);
    expect((await desk.open('one-reporter')).status).toBe(302);
    await desk.rows(`DELETE FROM ext_shortlinks.link_reports WHERE link_id = '${link.id}'`);
  });

  it('is seen by admins, with what was said of it, and by nobody else', async () => {
    await desk.refused(ann, 'list-links', { reported: true }, 403, 'Forbidden');
    const { links } = await desk.ask(root, 'list-links', { reported: true });
    expect(links.map(({ slug }: { slug: string }) => slug)).toEqual(['harmful']);
    expect(links[0].reports.count).toBe(7);
    expect(links[0].reports.latest).toHaveLength(5);
    expect(Object.keys(links[0].reports.latest[0])).toEqual(['reason', 'details', 'created_at']);
    const { id: link_id } = links[0];
    expect(await desk.ask(root, 'block-link', { link_id, unblock: true })).toEqual({ unblocked: 1 });
    expect((await desk.open('harmful')).status).toBe(302);
    await report('harmful', desk.visitor()).expect(200);
    expect((await desk.open('harmful')).status).toBe(302);
  });

  it('is blocked by itself, or with all that lead to its host', async () => {
    const host = 'https://trap.example/';
    const made = [
      { url: host },
      { rules: [{ url: 'https://a.b.trap.example:8443/x' }] },
      { expired_url: 'http://TRAP.example' },
    ];
    const links = await Promise.all(made.map((more) => desk.link(ann, more)));
    const other = await desk.link(ann, { url: 'https://nottrap.example/?https://trap.example/' });
    const block = (input: object) => desk.call(root, 'block-link', input);
    const either = { error: 'Give either link_id or destination_host' };
    await block({ reason: 'x' }).expect(400, either);
    await block({ link_id: other.id, destination_host: 'trap.example', reason: 'x' }).expect(400, either);
    await block({ destination_host: 'trap.example' }).expect(400, { error: 'reason is required' });
    for (const destination_host of ['a b', 'example', 'example.'])
      await block({ destination_host, reason: 'x' }).expect(400);
    await block({ destination_host: 'Trap.Example', reason: 'A trap' }).expect(200, { blocked: 3 });
    for (const { slug, id } of links) {
      expect((await desk.open(slug)).status).toBe(410);
      expect(await desk.show(ann, { id })).toMatchObject({ state: 'blocked', blocked_reason: 'A trap' });
    }
    expect((await desk.open(other.slug)).status).toBe(302);
    await block({ link_id: other.id, reason: 'Another' }).expect(200, { blocked: 1 });
    await block({ destination_host: 'trap.example', unblock: true }).expect(200, { unblocked: 3 });
    expect((await desk.open((links[0] as { slug: string }).slug)).status).toBe(302);
    const free = { state: 'active', warned_at: null, blocked_at: null, blocked_reason: null };
    for (const link of links) expect(await desk.show(ann, link)).toMatchObject(free);
  });
});

describe('beside other apps', () => {
  const domain: ServedDomain = {
    domain_id: '0190a0a0-0000-7000-8000-00000000000d',
    owner_id: '',
    host: 'links.oak.example',
    target_app: 'shortlinks',
    target_id: null,
    redirect_url: null,
    root_url: null,
    not_found_url: null,
  };
  const onDomain = (path: string, more: Partial<ServedDomain> = {}) => {
    const visitor = { address: '9.9.9.9', userAgent: IPHONE, headers: {}, viaOurProxy: false };
    const asked = {
      method: 'GET',
      path,
      query: '',
      body: Buffer.alloc(0),
      visitor,
      caller: undefined,
    } as const;
    const surface = desk.service.app.get(ShortlinksSurface, { strict: false });
    return surface.answer({ ...asked, domain: { ...domain, ...more } }) as Promise<PublicAnswer>;
  };

  it('is on the domains of its owner', async () => {
    const { domain_id } = domain;
    const other = '0190a0a0-0000-7000-8000-00000000000e';
    desk.beside('domains', {
      readyFor: async (_app: string, owner: string, id: string) =>
        owner !== ann.id ? undefined : id === domain_id ? domain.host : id === other ? null : undefined,
      hostsFor: async (_app: string, owner: string) => (owner === ann.id ? [domain.host] : []),
      hosts: async (ids: string[]) => new Map(ids.includes(domain_id) ? [[domain_id, domain.host]] : []),
    });
    await desk.refused(bob, 'create-link', { url: URL_, domain_id }, 404, 'Domain not found');
    await desk.refused(ann, 'create-link', { url: URL_, domain_id: other }, 409, 'Domain is not ready for short links');
    const circle = 'Destination points back to a short link';
    for (const host of [domain.host, 'go.example'])
      await desk.refused(ann, 'create-link', { url: `https://${host}/x` }, 400, circle);
    await desk.ask(ann, 'update-settings', { default_domain_id: domain_id });
    const link = await desk.link(ann, { slug: 'x' });
    expect(link).toMatchObject({ domain_id, short_url: 'https://links.oak.example/x' });
    await desk.refused(ann, 'create-link', { url: URL_, slug: 'X' }, 409, 'Slug is taken');
    expect((await desk.ask(ann, 'check-slug', { slug: 'x' })).reason).toBe('taken');
    await desk.refused(ann, 'create-link', { url: URL_, slug: 'x', domain_id: null }, 400, 'Invalid slug');
    expect((await desk.open('x')).status).toBe(404);
    expect((await onDomain('x')).headers?.Location).toBe(URL_);
    expect((await onDomain('y')).status).toBe(404);
    const lost = await onDomain('y', { not_found_url: 'https://oak.example/' });
    expect([lost.status, lost.headers?.Location]).toEqual([302, 'https://oak.example/']);
    const service = desk.service.app.get(ShortlinksService, { strict: false });
    expect(await service.countOn(domain_id)).toBe(1);
    expect((await desk.ask(ann, 'list-links', { domain_id })).links).toHaveLength(1);
    expect(await service.find(ann.id, link.id)).toEqual({ short_url: link.short_url, state: 'active' });
    expect(await service.find(bob.id, link.id)).toBeNull();
    expect(await service.describe(link.id)).toEqual({ owner_id: ann.id, label: 'x', url: link.short_url });
    const moved = await desk.ask(ann, 'update-link', {
      link_id: link.id,
      domain_id: null,
      slug: 'moved-here',
    });
    expect(moved.link.short_url).toBe('https://go.example/moved-here');
    expect((await onDomain('x')).status).toBe(410);
    const protectedLink = await desk.link(ann, { slug: 'p', password: 'open sesame' });
    expect(String((await onDomain(protectedLink.slug)).body)).toContain('data-api="/v1/apps/shortlinks/"');
    await desk
      .call(desk.nobody(desk.visitor()), 'unlock-link', { slug: 'p', domain_id, password: 'open sesame' })
      .expect(200);
    await desk.ask(ann, 'update-settings', { default_domain_id: null });
    desk.beside('domains', undefined);
    expect((await desk.show(ann, protectedLink)).short_url).toBeNull();
  });

  it('fires the pixels that may, and none for programs', async () => {
    const link = await desk.link(ann, { redirect_status: 301 });
    const pixel = (n: number, provider: string, consent: AttachedPixel['consent']): AttachedPixel => ({
      provider,
      consent,
      event: '</script>',
      external_id: '123',
      attachment_id: `0190a0a0-0000-7000-8000-00000000001${n}`,
      pixel_id: `0190a0a0-0000-7000-8000-00000000002${n}`,
    });
    let attached = [pixel(1, 'meta', 'required'), pixel(2, 'own', 'required')];
    desk.beside('pixels', {
      attachedTo: async (_app: string, id: string) => (id === link.id ? attached : []),
      hostsOf: (providers: string[]) => providers.map((provider) => `${provider}.example`),
    });
    const open = (headers: Record<string, string>, agent?: string) => desk.open(link.slug, { headers, agent });
    const agreed = { cookie: 'a=b; px_consent=yes' };
    expect((await open({})).status).toBe(301);
    expect((await open({ cookie: 'px_consent=no' })).status).toBe(301);
    expect((await open(agreed, BOT)).status).toBe(301);
    const passing = await open(agreed);
    expect(passing.status).toBe(200);
    expect(passing.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(passing.headers['content-security-policy']).toContain(
      `script-src 'self' https://meta.example https://own.example;`,
    );
    expect(passing.text).toContain(`content="1;url=${URL_}"`);
    expect(passing.text).toContain('../../pixels/public/pixels.js');
    const { pixels, bar } = JSON.parse(/id="pixels">(.*)<\/script>/.exec(passing.text)?.[1] ?? '');
    expect(pixels).toMatchObject([{ provider: 'meta', event: '</script>' }, { provider: 'own' }]);
    expect(bar).toBeNull();
    const refused = await open({ ...agreed, 'sec-gpc': '1' });
    expect(refused.text).not.toContain('"meta"');
    attached = [pixel(1, 'meta', 'not_required')];
    expect((await open({ 'sec-gpc': '1' })).status).toBe(301);
    expect((await open({})).status).toBe(200);
    expect((await desk.show(ann, link)).pixel_ids).toEqual([attached[0]?.pixel_id]);
    expect(await clicks(link)).toBe(6);
    desk.beside('pixels', undefined);
  });
});
