import { createHmac, randomUUID } from 'node:crypto';
import { BlacklistService } from '../../src/moderation/blacklist/blacklist.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { DestinationsService } from '../../src/platform/http/destinations/destinations.service.js';
import { destinationOf } from '../../src/platform/http/destinations/destination.js';
import { PurgeEventsJob } from '../../src/web-events/days/purge-events.job.js';
import { agentOf, isBot, languageOf, referrerHost } from '../../src/web-events/visits/visit.js';
import { WebEventsModule } from '../../src/web-events/web-events.module.js';
import { WebEventsService } from '../../src/web-events/web-events.service.js';
import { FixtureService } from '../support/fixture-service.js';
import { eventually } from '../support/service.js';
import { ProbeController, visitor } from './probe.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
const LINK = '0190a0a0-0000-7000-8000-00000000000a';
const HEX = /^[\da-f]{32}$/;

describe('what is kept of a browser', () => {
  it.each([
    [CHROME, 'desktop', 'windows', 'Chrome'],
    [IPHONE, 'mobile', 'ios', 'Safari'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15', 'desktop', 'macos', 'Safari'],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0', 'desktop', 'linux', 'Firefox'],
    ['Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36', 'tablet', 'android', 'Chrome'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36', 'desktop', 'chromeos', 'Chrome'],
    ['something', null, null, null],
    [`Mozilla/5.0 ${'(Linux; '.repeat(10_000)}`, 'desktop', 'linux', null],
  ])('browser %#', (agent, device, os, browser) => {
    expect(agentOf(agent)).toEqual({ device, os, browser });
  }); // prettier-ignore

  it.each<[string, boolean, string, object, string]>([
    ['a browser', false, CHROME, {}, 'GET'],
    ['HEAD', true, CHROME, {}, 'HEAD'],
    ['no user agent', true, '', {}, 'GET'],
    ['a chat that looks what is behind a link', true, 'Slackbot-LinkExpanding 1.0', {}, 'GET'],
    ['another', true, 'WhatsApp/2.23.20.0', {}, 'GET'],
    ['a program', true, 'curl/8.5.0', {}, 'GET'],
    ['a browser that looks ahead', true, CHROME, { 'sec-purpose': 'prefetch;prerender' }, 'GET'],
    ['one that shows a preview', true, IPHONE, { purpose: 'preview' }, 'GET'],
  ])('a bot or not: %s', (_, bot, agent, headers, method) => {
    expect(isBot(visitor(agent, headers), method)).toBe(bot);
  });

  it.each<[string | undefined, string | null]>([
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, FR-ca;q=0.9', 'fr'],
    ['*', null],
    ['en;q=0', null],
    ['<script>', null],
    [undefined, null],
  ])('the language of %j', (header, language) => {
    expect(languageOf(visitor(CHROME, { 'accept-language': header }))).toBe(language);
  });

  it.each<[string | undefined, string | null]>([
    ['https://WWW.News.Example/path?token=secret', 'news.example'],
    ['http://news.example.:8080/', 'news.example'],
    ['https://münchen.example/', 'xn--mnchen-3ya.example'],
    ['https://www.own.example/page', null],
    ['android-app://com.example/', null],
    ['not an address', null],
    ['', null],
    [undefined, null],
  ])('the referrer of %j', (referrer, host) => {
    expect(referrerHost(referrer, ['own.example'])).toBe(host);
  });
});

describe('destinations that are refused', () => {
  it.each<[string, string]>([
    ['https://Shop.Example:443/a b?x=1#y', 'https://shop.example/a%20b?x=1#y'],
    ['http://münchen.example./', 'http://xn--mnchen-3ya.example/'],
    ['https://my_shop.example', 'https://my_shop.example/'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['http://[2606:4700::1111]/', 'http://[2606:4700::1111]/'],
  ])('%s is allowed', (address, kept) => {
    expect(destinationOf(address).url?.href).toBe(kept);
  });

  const HOST = 'Destination host is not allowed';
  it.each<[string, string]>([
    ['shop.example', 'Invalid URL'],
    ['', 'Invalid URL'],
    ['https://', 'Invalid URL'],
    ['https://user:pass@shop.example/', 'Invalid URL'],
    ['https://user@shop.example/', 'Invalid URL'],
    [`https://shop.example/${'x'.repeat(2048)}`, 'Invalid URL'],
    ['javascript:alert(1)', 'URL scheme is not allowed'],
    ['data:text/html,x', 'URL scheme is not allowed'],
    ['ftp://shop.example/', 'URL scheme is not allowed'],
    ...[
      'http://localhost/', 'http://LOCALHOST./', 'http://a.localhost/', 'http://printer.local/', 'http://db.internal/',
      'http://intranet/', 'http://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/',
      'http://10.0.0.1/', 'http://172.31.255.255/', 'http://192.168.1.1/', 'http://169.254.169.254/latest',
      'http://100.64.0.1/', 'http://0.0.0.0/', 'http://255.255.255.255/', 'http://224.0.0.1/', 'http://[::1]/',
      'http://[::]/', 'http://[::ffff:127.0.0.1]/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://[64:ff9b::7f00:1]/',
      'http://[2002:7f00:1::]/', 'http://[2001:db8::1]/', 'http://[ff02::1]/', 'http://a..example/',
      `http://${'a'.repeat(64)}.example/`,
    ].map((address): [string, string] => [address, HOST]),
  ])('%s: %s', (address, fault) => {
    expect(destinationOf(address).fault).toBe(fault);
  }); // prettier-ignore
});

describe('a service', () => {
  let service: FixtureService;
  beforeAll(async () => {
    const variables = { TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'CF-IPCountry' };
    service = await FixtureService.start({
      variables,
      imports: [WebEventsModule],
      controllers: [ProbeController],
    });
  });
  afterAll(() => service.stop());

  const visit = async (headers: Record<string, string> = {}, scope = LINK, method = 'GET') =>
    (await service.ask(`/v1/probe/${scope}`, { method, headers: { 'user-agent': CHROME, ...headers } })).body;
  const hashFrom = async (address: string) => (await visit({ 'x-forwarded-for': address })).visitor_hash;

  it('keeps only what may be kept of a visit', async () => {
    const headers = {
      'accept-language': 'de-DE,de;q=0.9',
      'cf-ipcountry': 'de',
      referer: 'https://www.news.example/story?id=7',
    };
    expect(await visit(headers)).toEqual({
      visitor_hash: expect.stringMatching(HEX),
      is_bot: false,
      device: 'desktop',
      os: 'windows',
      browser: 'Chrome',
      country: 'DE',
      referrer_host: 'news.example',
      language: 'de',
    });
    for (const country of ['XX', 'T1', 'Germany', ''])
      expect((await visit({ 'cf-ipcountry': country })).country).toBeNull();
    expect((await visit({ referer: 'https://own.example/' })).referrer_host).toBeNull();
  });

  it('believes the country header only from a trusted proxy', async () => {
    const express = service.app.getHttpAdapter().getInstance();
    express.set('trust proxy', '10.0.0.0/8');
    expect((await visit({ 'cf-ipcountry': 'DE' })).country).toBeNull();
    express.set('trust proxy', 'loopback');
    expect((await visit({ 'cf-ipcountry': 'DE' })).country).toBe('DE');
  });

  it('tells visitors of one thing apart, and cannot recognise them on another', async () => {
    const one = await hashFrom('203.0.113.9');
    expect(await hashFrom('203.0.113.9')).toBe(one);
    expect(await hashFrom('::ffff:203.0.113.9')).toBe(one);
    expect(await hashFrom('203.0.113.10')).not.toBe(one);
    const other = await visit({ 'x-forwarded-for': '203.0.113.9' }, LINK.replace(/a$/, 'b'));
    expect(other.visitor_hash).not.toBe(one);
    const phone = await visit({ 'x-forwarded-for': '203.0.113.9', 'user-agent': IPHONE });
    expect(phone.visitor_hash).not.toBe(one);
    const home = await hashFrom('2a02:1:2:3::1');
    expect(await hashFrom('2a02:1:2:3:ffff:ffff:ffff:ffff')).toBe(home);
    expect(await hashFrom('2A02:0001:0002:0003:0:0:0:9')).toBe(home);
    expect(await hashFrom('2a02:1:2:4::1')).not.toBe(home);
  });

  it('has one salt per day, from which the hash is made', async () => {
    const { rows } = await service.database.query('SELECT day::text, salt FROM platform.web_event_salts');
    expect(rows).toEqual([{ day: new Date().toISOString().slice(0, 10), salt: expect.any(Buffer) }]);
    expect(rows[0].salt).toHaveLength(32);
    const said = [LINK, '203.0.113.9', CHROME].join('\n');
    const hash = createHmac('sha256', rows[0].salt).update(said).digest('hex').slice(0, 32);
    expect(await hashFrom('203.0.113.9')).toBe(hash);
  });

  it('creates the salt of a new day once under concurrency; a rolled-back salt is not used', async () => {
    const events = service.app.get(WebEventsService);
    const of = (day: string) => events.visit(visitor(CHROME), { scope: LINK, day });
    const twenty = await Promise.all(Array.from({ length: 20 }, () => of('2031-01-01')));
    expect(new Set(twenty.map(({ visitor_hash }) => visitor_hash.toString('hex'))).size).toBe(1);
    let lost = '';
    const undone = service.app.get(DatabaseService).transaction(async () => {
      lost = (await of('2031-01-02')).visitor_hash.toString('hex');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const kept = (await of('2031-01-02')).visitor_hash.toString('hex');
    expect(kept).not.toBe(lost);
    expect((await of('2031-01-02')).visitor_hash.toString('hex')).toBe(kept);
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS salts FROM platform.web_event_salts WHERE day > '2031-01-01'`,
    );
    expect(rows).toEqual([{ salts: 1 }]);
  });

  it('deletes a salt 48 hours after the end of its day', async () => {
    await service.database.query(
      `INSERT INTO platform.web_event_salts (day, salt)
       SELECT (now() AT TIME ZONE 'UTC')::date - n, '\\x00' FROM generate_series(1, 5) n`,
    );
    await service.app.get(PurgeEventsJob).run();
    const { rows } = await service.database.query(
      `SELECT ((now() AT TIME ZONE 'UTC')::date - day) AS age FROM platform.web_event_salts
       WHERE day < now() ORDER BY 1`,
    );
    expect(rows.map(({ age }) => age)).toEqual([0, 1, 2]);
  });

  it('admits thirty events of one visitor in ten seconds, or fewer for a part if asked', async () => {
    const events = service.app.get(WebEventsService);
    const one = await events.visit(visitor(CHROME), { scope: LINK });
    const two = await events.visit(visitor(IPHONE), { scope: LINK });
    const admitted: boolean[] = [];
    for (let n = 0; n < 31; n++) admitted.push(await events.admits(one));
    expect(admitted).toEqual([...Array<boolean>(30).fill(true), false]);
    expect(await events.admits(two)).toBe(true);
    expect(await events.admits(one, { part: 'x', most: 1 })).toBe(true);
    expect(await events.admits(one, { part: 'x', most: 1 })).toBe(false);
    expect(await events.admits(one, { part: 'y', most: 1 })).toBe(true);
  });

  it('waits for a write for a limited time: visitors are answered even if it is slow or fails', async () => {
    const events = service.app.get(WebEventsService);
    const database = service.app.get(DatabaseService);
    let inside = false;
    await events.record(async () => (inside = database.inTransaction()));
    // A visitor waits for 200 ms at most, and a batch may take longer.
    await eventually(async () => expect(inside).toBe(true));
    let finished = false;
    let goOn = () => {};
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    await events.record(async () => {
      await slow;
      finished = true;
    });
    expect(finished).toBe(false);
    await events.record(() => Promise.reject(new Error('the table is full')));
    await eventually(async () => expect(service.logText()).toContain('the table is full'));
    goOn();
    await eventually(async () => expect(finished).toBe(true));
  });

  it('writes concurrent events in one batch, outside of the transactions of the callers', async () => {
    const events = service.app.get(WebEventsService);
    const database = service.app.get(DatabaseService);
    const transaction = async () => (await database.raw('SELECT txid_current()::text AS id')).rows[0]?.id as string;
    const seen: string[] = [];
    const recorded = (fails: boolean) =>
      events.record(async () => {
        const id = await transaction();
        if (fails) throw new Error('this one is wrong');
        seen.push(id);
      });
    await database.transaction(async () => {
      const own = await transaction();
      await Promise.all(Array.from({ length: 50 }, () => recorded(false)));
      // Nobody waits longer than 200 ms for a batch.
      await eventually(async () => expect(seen).toHaveLength(50));
      expect(new Set(seen).size).toBeLessThan(5);
      expect(seen).not.toContain(own);
    });
    seen.length = 0;
    await Promise.all([recorded(false), recorded(false), recorded(true), recorded(false)]);
    // The other events of the failed batch were written one by one.
    await eventually(async () => expect(seen.length).toBeGreaterThanOrEqual(3));
    await eventually(async () => expect(service.logText()).toContain('this one is wrong'));
  });

  it('refuses destinations on the blacklist, below one, or on the host of the referrer', async () => {
    await service.app.get(BlacklistService).add(randomUUID(), { type: 'domain', value: 'Bad.Example' });
    const destinations = service.app.get(DestinationsService);
    expect(await destinations.check('https://Good.example')).toBe('https://good.example/');
    for (const address of ['https://bad.example/', 'https://a.b.bad.example./x'])
      await expect(destinations.check(address)).rejects.toMatchObject({
        status: 400,
        message: 'Destination is on the blacklist',
      });
    await expect(destinations.check('https://localhost/')).rejects.toThrow('Destination host is not allowed');
    const leadsBack = ({ hostname }: URL) => hostname === 'go.example';
    const found = await destinations.checkAll(
      ['https://notbad.example/', 'https://go.example/x', 'https://x.bad.example/', 'nowhere'],
      leadsBack,
    );
    expect(found.map(({ url, fault }) => url?.href ?? fault)).toEqual([
      'https://notbad.example/',
      'Destination points back to a short link',
      'Destination is on the blacklist',
      'Invalid URL',
    ]);
    expect([...(await destinations.findBlocked(['x.bad.example', 'good.example']))]).toEqual(['x.bad.example']);
  });
});
