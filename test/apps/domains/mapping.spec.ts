import type { Account } from '../../support/service.js';
import { Office } from './office.js';

const URL_ = 'https://elsewhere.example/';
const PAGE = '0190a0a0-0000-7000-8000-0000000000e2';

let office: Office;
let ann: Account;
let bob: Account;
let domain: any;
beforeAll(async () => {
  office = await Office.start();
  ann = await office.person();
  bob = await office.person();
  domain = await office.verified(ann, 'mapped.example');
});
afterAll(() => office.stop());

const expectRefused = (mapping: object, status: number, error: string) =>
  office.expectRefused(ann, 'map-domain', { domain_id: domain.id, ...mapping }, status, error);

describe('a mapping', () => {
  it('is of a verified domain', async () => {
    const pending = await office.add(ann, 'pending.example');
    const input = { domain_id: pending.id, target_app: 'shortlinks' };
    await office.expectRefused(ann, 'map-domain', input, 409, 'Domain is not verified');
    await office.expectRefused(bob, 'map-domain', { ...input, domain_id: domain.id }, 403, 'Forbidden');
  });

  it('has what belongs to its target', async () => {
    await expectRefused({ target_app: 'biolinks' }, 400, 'target_id is required');
    await expectRefused({ target_app: 'blog', target_id: null }, 400, 'target_id is required');
    await expectRefused({ target_app: 'redirect' }, 400, 'redirect_url is required');
    const foreign: [target: string | null, field: string][] = [
      ...['redirect_url', 'root_url', 'not_found_url', 'target_id'].map((field): [null, string] => [null, field]),
      ...['redirect_url', 'target_id'].map((field): [string, string] => ['shortlinks', field]),
      ...['root_url', 'not_found_url'].map((field): [string, string] => ['biolinks', field]),
      ['blog', 'redirect_url'],
    ];
    for (const [target_app, field] of foreign) {
      const needed = target_app === 'biolinks' || target_app === 'blog' ? { target_id: PAGE } : {};
      const mapping = { target_app, ...needed, [field]: field === 'target_id' ? PAGE : URL_ };
      await expectRefused(mapping, 400, `${field} does not belong to this target`);
    }
    await expectRefused(
      { target_app: 'redirect', redirect_url: URL_, target_id: PAGE },
      400,
      'target_id does not belong to this target',
    );
    for (const mapping of [{}, { target_app: 'qr' }, { target_app: 'redirect', redirect_url: 5 }]) {
      const { body } = await office.call(ann, 'map-domain', { domain_id: domain.id, ...mapping }).expect(400);
      expect(body.error).toBe('Validation error');
    }
  });

  it.each(['biolinks', 'blog'])('to %s is to a thing of the owner', async (target_app) => {
    office.service.beside(target_app, undefined);
    await expectRefused({ target_app, target_id: PAGE }, 404, 'Target not found');
    let owner_id = bob.id;
    office.service.beside(target_app, {
      describe: async (id: string) => (id === PAGE ? { owner_id, label: 'Oak', url: null } : null),
    });
    await expectRefused({ target_app, target_id: PAGE }, 404, 'Target not found');
    owner_id = ann.id;
    await expectRefused({ target_app, target_id: domain.id }, 404, 'Target not found');
    const mapped = await office.map(ann, domain, { target_app, target_id: PAGE });
    expect(mapped).toMatchObject({ target_app, target_id: PAGE, redirect_url: null, mapped_at: expect.any(String) });
    expect(await office.exported.hostOf(target_app, PAGE)).toBe('mapped.example');
    expect(await office.exported.hostOf(target_app, domain.id)).toBeNull();
  });

  it('leads where links may lead', async () => {
    const faults: [url: string, error: string][] = [
      ['nowhere', 'Invalid URL'],
      ['javascript:alert(1)', 'URL scheme is not allowed'],
      ['https://10.0.0.1/', 'Destination host is not allowed'],
      ['https://ann:secret@elsewhere.example/', 'Invalid URL'],
      ['https://x.bad.example/', 'Destination is on the blacklist'],
    ];
    await office.rows(
      `INSERT INTO moderation.blacklist (type, value, folded) VALUES ('domain', 'bad.example', 'bad.example')`,
    );
    for (const [url, error] of faults) {
      await expectRefused({ target_app: 'redirect', redirect_url: url }, 400, error);
      await expectRefused({ target_app: 'shortlinks', root_url: url }, 400, error);
      await expectRefused({ target_app: 'shortlinks', not_found_url: url }, 400, error);
    }
  });

  it('leads away from the domain', async () => {
    const back = 'Redirect points back to this domain';
    for (const redirect_url of ['https://mapped.example/', 'http://MAPPED.example.:8080/x'])
      await expectRefused({ target_app: 'redirect', redirect_url }, 400, back);
    await expectRefused({ target_app: 'shortlinks', not_found_url: 'https://mapped.example/lost' }, 400, back);
    const [first, second] = [await office.verified(ann, 'one.example'), await office.verified(bob, 'two.example')];
    await office.map(ann, first, { target_app: 'redirect', redirect_url: 'https://mapped.example/' });
    await office.map(bob, second, { target_app: 'redirect', redirect_url: 'https://one.example/' });
    await expectRefused({ target_app: 'redirect', redirect_url: 'https://two.example/' }, 400, back);
  });

  it('is replaced as a whole, and taken off', async () => {
    const root_url = 'https://oak.example/';
    const links = await office.map(ann, domain, { target_app: 'shortlinks', root_url, not_found_url: URL_ });
    expect(links).toMatchObject({ target_app: 'shortlinks', target_id: null, root_url, not_found_url: URL_ });
    const redirect = await office.map(ann, domain, { target_app: 'redirect', redirect_url: 'https://Oak.example' });
    expect(redirect).toMatchObject({ redirect_url: root_url, root_url: null, not_found_url: null });
    const { mapped_at, ...off } = await office.map(ann, domain, { target_app: null });
    expect([mapped_at, off.target_app, off.redirect_url]).toEqual([null, null, null]);
  });

  it('to short links has the address of the settings where it names none', async () => {
    await office.ask(ann, 'update-settings', { default_not_found_url: URL_ });
    const map = async (more: object) =>
      (await office.map(ann, domain, { target_app: 'shortlinks', ...more })).not_found_url;
    expect(await map({})).toBe(URL_);
    expect(await map({ not_found_url: null })).toBeNull();
    expect(await map({ not_found_url: 'https://lost.example/' })).toBe('https://lost.example/');
    await office.ask(ann, 'update-settings', { default_not_found_url: null });
    expect(await map({})).toBeNull();
    const { body } = await office.call(ann, 'update-settings', { default_not_found_url: 'nowhere' }).expect(400);
    expect(body.error).toBe('Validation error');
  });

  it('of a user is set by an admin for the user', async () => {
    const admin = await office.service.admin();
    office.service.beside('blog', { describe: async () => ({ owner_id: ann.id, label: 'Oak', url: null }) });
    await office.map(admin, domain, { target_app: 'blog', target_id: PAGE });
    expect((await office.get(ann, domain)).target_app).toBe('blog');
  });
});

describe('what other apps ask', () => {
  it('is which hosts are ready', async () => {
    const { exported } = office;
    await office.map(ann, domain, { target_app: 'shortlinks' });
    const pending = await office.add(ann, 'waiting.example');
    const ready = (owner: string, id: string, app = 'shortlinks') => exported.readyFor(app, owner, id);
    expect([await ready(ann.id, domain.id), await ready(ann.id, domain.id, 'blog')]).toEqual(['mapped.example', null]);
    expect([await ready(ann.id, pending.id), await ready(bob.id, domain.id)]).toEqual([null, undefined]);
    expect(await exported.hostsFor('shortlinks', ann.id)).toEqual(['mapped.example']);
    expect(await exported.hostsFor('shortlinks', bob.id)).toEqual([]);
    const removed = await office.add(ann, 'removed.example');
    await office.ask(ann, 'remove-domain', { domain_id: removed.id });
    expect(await ready(ann.id, removed.id)).toBeUndefined();
    expect(await exported.hosts([domain.id, removed.id, PAGE])).toEqual(
      new Map([
        [domain.id, 'mapped.example'],
        [removed.id, 'removed.example'],
      ]),
    );
    expect(await exported.hosts([])).toEqual(new Map());
    expect(await exported.resolveHost('waiting.example')).toBeNull();
  });
});
