import fc from 'fast-check';
import { isMailProxy } from '../../../src/apps/pixels/counting/mail-proxies.js';
import { isOnOneOf } from '../../../src/apps/pixels/counting/page-hosts.js';
import type { Account } from '../../support/service.js';
import { BOT, CHROME, Desk, GMAIL, META, OWN, YAHOO } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.person();
});
afterAll(() => desk.stop());

const ADDRESS = '9.87.65.43';
const attachedTo = async (who: Account, input: object) => {
  const pixel = await desk.pixel(who, input);
  const { attachments } = await desk.attach(who, pixel, await desk.page(who, 'biolinks'));
  return { pixel, path: `fired/${attachments[0].id}` };
};
/** Everything that the app has stored. */
async function stored(): Promise<string> {
  const tables = await desk.rows(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'ext_pixels'`);
  const texts = [];
  for (const { table_name } of tables)
    for (const { text } of await desk.rows(`SELECT to_jsonb(t)::text AS text FROM ext_pixels.${table_name} t`))
      texts.push(text);
  return texts.join('\n');
}

describe('of a visitor', () => {
  it('no address, no program and no lasting id is stored, and no cookie is set', async () => {
    const { pixel, path } = await attachedTo(ann, META);
    const own = await desk.pixel(ann);
    const headers = {
      'x-forwarded-for': ADDRESS,
      'user-agent': `${CHROME} Marked/77.7`,
      'accept-language': 'xx-marked',
      cookie: 'px_consent=yes; id=marked',
      referer: 'https://shop.example/marked?mail=marked',
    };
    const answers = [
      await desk.picture(own, '?e=open&r=marked@mail.example', headers),
      await desk.picture(own, '?e=mar@ked', headers),
      await desk.open(path, headers),
      await desk.open('pixels.js', headers),
      await desk.picture(own, '', { ...headers, 'user-agent': 'curl/8 marked' }),
    ];
    await desk.dropped(ann, own);
    expect(await desk.events(own)).toHaveLength(2);
    expect(await desk.events(pixel)).toHaveLength(1);
    // The letters of a key are random, and may be those of a word.
    const text = (await stored()).replaceAll(own.key, '');
    expect(text).toContain('shop.example');
    for (const trace of [ADDRESS, '9.87.65', 'Mozilla', 'Chrome', 'arked', 'curl', 'mail.example'])
      expect(text).not.toContain(trace);
    for (const { headers: answered } of answers) expect(answered['set-cookie']).toBeUndefined();
  });

  it('the hash is the same for one pixel on one day, and says nothing of other pixels', async () => {
    const [one, other] = [await desk.pixel(ann), await desk.pixel(ann)];
    const visitor = desk.visitor();
    for (const pixel of [one, one, other]) await desk.picture(pixel, '', visitor);
    await desk.picture(one);
    const hashes = await desk.rows(
      `SELECT encode(visitor_hash, 'hex') AS hash FROM ext_pixels.events WHERE pixel_id = ANY ($1) ORDER BY id`,
      [one.id, other.id],
    );
    const [first, second, elsewhere, somebody] = hashes.map(({ hash }) => hash);
    expect([second, new Set([first, elsewhere, somebody]).size]).toEqual([first, 3]);
    const { events } = await desk.ask(ann, 'list-events', { pixel_id: one.id });
    expect(JSON.stringify(events)).not.toMatch(/hash|"id"/);
  });
});

describe('who does not want to be counted', () => {
  // What is asked for, what the visitor's browser sends, the owner's setting, and whether it counts.
  const CASES = ['picture', 'own', 'network'].flatMap((kind) =>
    ['dnt', 'sec-gpc'].flatMap((header) =>
      [true, false].map((respected) => {
        const counts = kind === 'network' ? header === 'dnt' : !respected;
        return [kind, header, respected, counts] as const;
      }),
    ),
  );
  it.each(CASES)('is asked for %s with %s and an owner who respects it: %s, and counted: %s', async (...given) => {
    const [kind, header, respect_opt_out, counts] = given;
    const eve = await desk.person();
    await desk.ask(eve, 'update-settings', { respect_opt_out });
    const { pixel, path } = await attachedTo(eve, kind === 'network' ? META : OWN);
    const address = kind === 'picture' ? `${pixel.key}.gif` : path;
    expect((await desk.open(address, { [header]: '1' })).status).toBe(kind === 'picture' ? 200 : 204);
    expect(await desk.events(pixel)).toHaveLength(counts ? 1 : 0);
    expect((await desk.dropped(eve, pixel)).opted_out).toBe(counts ? 0 : 1);
  });
});

describe('what is no reader', () => {
  it.each([
    BOT,
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'WhatsApp/2.23.20.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'curl/8.5.0',
    'python-requests/2.31.0',
    '',
  ])('is answered and not counted: %s', async (agent) => {
    const { pixel, path } = await attachedTo(await desk.person(), OWN);
    expect((await desk.picture(pixel, '', { 'user-agent': agent })).status).toBe(200);
    expect((await desk.open(path, { 'user-agent': agent })).status).toBe(204);
    expect(await desk.events(pixel)).toEqual([]);
  });

  it('is told apart where it is the proxy of a mail service', async () => {
    const proxies = [
      GMAIL,
      YAHOO,
      'Mozilla/5.0',
      'OutlookImageProxy/1.0',
      'FastmailImageProxy/1.0',
      'ProtonMail Image Proxy',
      'Mozilla/5.0 (compatible; Mail.RU ImageProxy)',
    ];
    expect(proxies.filter((agent) => !isMailProxy(agent))).toEqual([]);
    expect([CHROME, BOT, '', 'curl/8.5.0', 'Mozilla/5.0 (Macintosh)'].filter(isMailProxy)).toEqual([]);
    const pixel = await desk.pixel(ann);
    for (const agent of proxies) await desk.picture(pixel, '', { 'user-agent': agent });
    expect(await desk.stats(ann, pixel)).toMatchObject({ events: proxies.length, proxied: proxies.length });
    // A proxy of mails opens no page.
    const { pixel: network, path } = await attachedTo(ann, { ...META, external_id: '1234567890' });
    await desk.open(path, { 'user-agent': GMAIL });
    expect(await desk.events(network)).toEqual([]);
  });
});

describe('a page', () => {
  it('is on an allowed host or below it, and not on one that only ends alike', () => {
    fc.assert(
      fc.property(fc.domain(), fc.webPath(), (host, path) => {
        const at = (name: string) => `https://${name}${path}`;
        expect(isOnOneOf([host], at(host.toUpperCase()))).toBe(true);
        expect(isOnOneOf([host], at(`a.${host}.`))).toBe(true);
        expect(isOnOneOf([host], at(`a${host}`))).toBe(false);
        expect(isOnOneOf([`a.${host}`], at(host))).toBe(false);
        expect(isOnOneOf([host], at(`${host}.evil.example`))).toBe(false);
        expect(isOnOneOf([host], `https://evil.example/${host}`)).toBe(false);
        expect([isOnOneOf([host], undefined), isOnOneOf([], undefined)]).toEqual([false, true]);
      }),
    );
  });
});
