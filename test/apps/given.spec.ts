import { atOnce, tally } from '../account/at-once.js';
import { type Account, TestService } from '../support/service.js';
import { HelloApp } from './hello/hello.app.js';

let service: TestService;
let ann: Account;
beforeAll(async () => {
  service = await TestService.start({}, { apps: [HelloApp] });
  ann = await service.account();
  await ann.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
});
afterAll(() => service.stop());

const hello = ({ client }: Pick<Account, 'client'>, action: string, body?: object | string) =>
  client.post(`/v1/apps/hello/${action}`, body);
const nobody = () => ({ client: service.client() });

describe('installing', () => {
  it('is the same however often, and what was kept is there again', async () => {
    const eve = await service.account();
    const installed = { message: 'App installed', app: { slug: 'hello', name: 'Hello', installed: true } };
    const install = () => eve.client.post('/v1/apps/install', { slug: 'hello' });
    expect(tally(await atOnce(20, install))).toEqual({ 200: 20 });
    await install().expect(200, installed);
    const { body } = await hello(eve, 'say-hello', { words: 'Still here' }).expect(200);
    await hello(eve, 'update-settings', { loud: true }).expect(200);
    await eve.client
      .post('/v1/apps/uninstall', { slug: 'hello' })
      .expect(200, { message: 'App uninstalled', app: { slug: 'hello', name: 'Hello', installed: false } });
    await eve.client.post('/v1/apps/uninstall', { slug: 'hello' }).expect(200);
    const reading = { greeting_id: body.greeting.id };
    await hello(eve, 'read-greeting', reading).expect(403, { error: 'App not installed' });
    await hello(nobody(), 'visit', reading).expect(200);
    await install().expect(200, installed);
    await hello(eve, 'read-greeting', reading).expect(200, {
      greeting: body.greeting && { ...body.greeting, visits: 1 },
    });
    const settings = (await hello(eve, 'get-settings').expect(200)).body.settings;
    expect(settings).toEqual({ language: 'english', loud: true, most: null, hours: null });
  });

  it('is for who is signed in, of an app that there is', async () => {
    for (const path of ['install', 'uninstall']) {
      await service.client().post(`/v1/apps/${path}`, { slug: 'hello' }).expect(401, { error: 'Not authenticated' });
      await ann.client.post(`/v1/apps/${path}`, { slug: 'hullo' }).expect(404, { error: 'App not found' });
      for (const slug of [undefined, 5, '', null]) await ann.client.post(`/v1/apps/${path}`, { slug }).expect(400);
    }
  });
});

describe('the platform gives every app', () => {
  it('settings, of which only what is given changes', async () => {
    const { client } = await service.account();
    const own = { client };
    await client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
    const defaults = { language: 'english', loud: false, most: null, hours: null };
    await hello(own, 'get-settings').expect(200, { settings: defaults });
    await Promise.all([
      hello(own, 'update-settings', { language: 'welsh' }).expect(200),
      hello(own, 'update-settings', { most: 5, hours: null }).expect(200),
    ]);
    await hello(own, 'update-settings', {}).expect(200, {
      settings: { language: 'welsh', loud: false, most: 5, hours: null },
    });
    for (const wrong of [
      { loud: 'yes' },
      { most: 1.5 },
      { language: '' },
      { volume: 5 },
      { hours: { from: '09:00' } },
      { loud: null },
    ]) {
      await hello(own, 'update-settings', wrong).expect(400);
    }
    await service.database.query(
      `UPDATE apps.settings SET values = values || '{"volume": 5}' WHERE values->>'language' = 'welsh'`,
    );
    await hello(own, 'get-settings').expect(200, {
      settings: { language: 'welsh', loud: false, most: 5, hours: null },
    });
  });

  it('figures of the days that are asked for, or of thirty', async () => {
    await hello(ann, 'stats').expect(200, { stats: { days: 30 } });
    await hello(ann, 'stats', { from: '2026-02-01', to: '2026-02-28' }).expect(200, { stats: { days: 28 } });
    const ever = (await hello(ann, 'stats', { from: '0001-01-01', to: '9999-12-31' }).expect(200)).body.stats;
    expect(ever.days).toBeGreaterThan(365 * 1000);
    await hello(ann, 'stats', { to: '0001-01-01' }).expect(200, { stats: { days: 1 } });
    for (const wrong of [{ from: '2026-02-30' }, { from: 'x' }, { from: '2026-03-01', to: '2026-02-01' }]) {
      await hello(ann, 'stats', wrong).expect(400);
    }
  });

  it('the activity of the caller, page by page', async () => {
    const eve = await service.account();
    await eve.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
    for (const words of ['one', 'two', 'three']) await hello(eve, 'say-hello', { words }).expect(200);
    await service.database.query(
      `INSERT INTO events.domain_events (type, actor_id, data) VALUES ('hullo/say-hello', $1, '{}'), ('hello', $1, '{}')`,
      [eve.id],
    );
    const first = (await hello(eve, 'activity', { limit: 2 }).expect(200)).body;
    expect(first.activity).toHaveLength(2);
    expect(first.activity[0]).toEqual({
      action: 'say-hello',
      target: { type: 'greeting', id: expect.any(String) },
      at: expect.any(String),
    });
    const { id: greeting_id } = first.activity[0].target;
    await hello(eve, 'change-greeting', { greeting_id, words: 'four', because: 'More' }).expect(200);
    const [latest] = (await hello(eve, 'activity').expect(200)).body.activity;
    expect(latest).toMatchObject({ action: 'change-greeting', target: { id: greeting_id }, reason: 'More' });
    const rest = (await hello(eve, 'activity', { limit: 2, cursor: first.next_cursor }).expect(200)).body;
    expect(rest).toMatchObject({ activity: [{ action: 'say-hello' }], next_cursor: null });
    await hello(eve, 'activity', { cursor: 'x' }).expect(400, { error: 'Invalid cursor' });
    expect((await hello(eve, 'activity', { limit: 1e300 }).expect(200)).body.activity).toHaveLength(4);
  });

  it('a copy of what the caller owns', async () => {
    const eve = await service.account();
    await eve.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
    await hello(eve, 'say-hello', { words: 'Mine' }).expect(200);
    const { body } = await hello(eve, 'export').expect(200);
    expect(body.export).toEqual({
      greetings: [expect.objectContaining({ words: 'Mine', owner_id: eve.id })],
    });
    await hello(eve, 'export', { format: 'xml' }).expect(400);
  });
});

describe('what is told of it', () => {
  it('is its manifest, made from what it declares', async () => {
    const { body } = await service.client().get('/v1/apps/available').expect(200);
    const [app] = body.apps;
    expect(app).toMatchObject({ slug: 'hello', schema: 'ext_hello', uses: [] });
    expect('installed' in app).toBe(false);
    const names = (kind: string) =>
      app.actions.filter((one: { kind: string }) => one.kind === kind).map(({ name }: { name: string }) => name);
    expect(names('own')).toHaveLength(17);
    expect(names('platform')).toEqual(['get-settings', 'update-settings', 'stats', 'activity', 'export']);
    const said = app.actions.find(({ name }: { name: string }) => name === 'say-hello');
    expect(said.input).toEqual({
      type: 'object',
      properties: {
        words: { type: 'string', minLength: 1, maxLength: 50 },
        friend_id: { type: 'string', format: 'uuid' },
      },
      required: ['words'],
      additionalProperties: false,
    });
    expect(app.settings.properties.language).toMatchObject({ default: 'english' });
    const own = (await ann.client.get('/v1/apps/available').expect(200)).body.apps[0];
    expect(own.installed).toBe(true);
  });

  it('has public addresses for a browser', async () => {
    const open = (path: string) => fetch(`${service.url}/v1/apps/hello/public/${path}`);
    expect(await (await open('a/b%2Fc?x=1&y=?')).text()).toBe('GET a/b/c?x=1&y=?');
    expect((await open('gone')).status).toBe(404);
    const head = await fetch(`${service.url}/v1/apps/hello/public/a`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await fetch(`${service.url}/v1/apps/hello/public/a`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${service.url}/v1/apps/hullo/public/a`)).status).toBe(404);
  });

  it('tells browsers that they have the newest already, and takes what is sent to a hook', async () => {
    const open = (headers: Record<string, string> = {}) =>
      fetch(`${service.url}/v1/apps/hello/public/numbers/7.json`, { headers });
    const first = await open();
    expect([first.status, await first.json()]).toEqual([200, { id: '7' }]);
    const etag = first.headers.get('etag') as string;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await open({ 'if-none-match': known });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await open({ 'if-none-match': '"other"' })).status).toBe(200);
    const hook = `${service.url}/v1/apps/hello/public/hooks/secret`;
    const sent = await fetch(hook, { method: 'POST', body: 'The body' });
    expect([sent.status, await sent.text()]).toEqual([202, 'secret The body']);
    expect((await fetch(`${hook}/more`, { method: 'POST', body: 'x' })).status).toBe(404);
  });
});
