import { randomUUID } from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Desk } from './desk.js';

let desk: Desk;
let ann: Account;
let bob: Account;
let root: Account;
beforeAll(async () => {
  desk = await Desk.start();
  [ann, bob] = await Promise.all([desk.person(), desk.person()]);
  root = await desk.service.admin();
});
afterAll(() => desk.stop());

const SHOP = 'https://shop.example/spring';
const create = (more: object, who = ann) => desk.call(who, 'create-link', { url: SHOP, ...more });
const refuse = (more: object, status: number, error: string, who = ann) => create(more, who).expect(status, { error });
const update = ({ id }: { id: string }, more: object, who = ann) =>
  desk.call(who, 'update-link', { link_id: id, ...more });
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('a change', () => {
  it('is of what is given, and null clears', async () => {
    const link = await desk.link(ann, {
      utm: { source: 'flyer' },
      password: 'open sesame',
      max_clicks: 5,
      tags: ['x'],
    });
    expect(link.has_password).toBe(true);
    const { body } = await update(link, {
      title: 'New',
      utm: { medium: 'mail' },
      redirect_status: 307,
      forward_query: true,
      rules: [{ devices: ['mobile'], url: 'https://m.example' }],
      expired_url: 'https://late.example',
    }).expect(200);
    expect(body.link).toMatchObject({
      title: 'New',
      url: `${SHOP}?utm_medium=mail`,
      redirect_status: 307,
      rules: [{ devices: ['mobile'], url: 'https://m.example/' }],
      expired_url: 'https://late.example/',
      has_password: true,
      max_clicks: 5,
    });
    const all = ['title', 'tags', 'external_id', 'redirect_status', 'forward_query', 'utm', 'rules', 'password'];
    const rest = ['starts_at', 'expires_at', 'expired_url', 'max_clicks', 'domain_id'];
    const nothing = Object.fromEntries([...all, ...rest].map((name) => [name, null]));
    expect((await update(link, nothing).expect(200)).body.link).toMatchObject({
      title: null,
      tags: [],
      external_id: null,
      redirect_status: 302,
      forward_query: false,
      utm: null,
      rules: [],
      has_password: false,
      expired_url: null,
      max_clicks: null,
      url: SHOP,
      slug: link.slug,
    });
    for (const wrong of [{ url: null }, { status: 'gone' }, { slug: null }]) await update(link, wrong).expect(400);
    const moved = await update(link, {
      url: 'https://new.example',
      utm: { source: 'x' },
      status: 'paused',
    }).expect(200);
    expect(moved.body.link).toMatchObject({ url: 'https://new.example/?utm_source=x', state: 'paused' });
    expect((await update(link, { url: 'https://b.example/' }).expect(200)).body.link.url).toBe(
      'https://b.example/?utm_source=x',
    );
  });

  it('keeps to the rules of a new link', async () => {
    await desk.link(bob, { slug: 'bobs-own' });
    await desk.link(ann, { external_id: 'anns' });
    const link = await desk.link(ann, { expires_at: soon(3_600_000) });
    const wrong: [object, number, string][] = [
      [{ url: 'ftp://x.example' }, 400, 'URL scheme is not allowed'],
      [{ slug: 'x' }, 400, 'Invalid slug'],
      [{ slug: 'admin' }, 400, 'Slug is reserved'],
      [{ slug: 'bobs-own' }, 409, 'Slug is taken'],
      [{ external_id: 'anns' }, 409, 'external_id is already used'],
      [{ starts_at: soon(7_200_000) }, 400, 'expires_at must be after starts_at'],
      [{ expires_at: soon(-1) }, 400, 'expires_at must be in the future'],
      [{ domain_id: randomUUID() }, 404, 'Domain not found'],
    ];
    for (const [given, status, error] of wrong) await update(link, given).expect(status, { error });
    await desk.set(link, `expires_at = now() - interval '1 day'`);
    expect((await update(link, { title: 'Late' }).expect(200)).body.link.state).toBe('expired');
  });

  it('of its slug leaves the old one to its owner alone, however it went', async () => {
    const link = await desk.link(ann, { slug: 'old-name' });
    await update(link, { slug: 'new-name' }).expect(200);
    await refuse({ slug: 'old-name' }, 409, 'Slug is taken', bob);
    expect(await desk.ask(bob, 'check-slug', { slug: 'Old-Name' })).toMatchObject({
      available: false,
      reason: 'retired',
    });
    expect(await desk.ask(ann, 'check-slug', { slug: 'old-name' })).toEqual({
      available: true,
      suggestions: [],
    });
    const his = await desk.link(bob, { slug: 'his-name' });
    await update(his, { slug: 'old-name' }, bob).expect(409, { error: 'Slug is taken' });
    expect((await desk.open('old-name')).status).toBe(410);
    await update(link, { slug: 'old-name' }).expect(200);
    expect((await desk.open('old-name')).status).toBe(302);
    expect((await desk.open('new-name')).status).toBe(410);
    const eve = await desk.person();
    await desk.link(eve, { slug: 'eves-name' });
    await desk.rows('DELETE FROM account.users WHERE id = $1', eve.id);
    expect((await desk.open('eves-name')).status).toBe(410);
    await refuse({ slug: 'eves-name' }, 409, 'Slug is taken');
  });

  it('and a deletion leave no moment in which another gets the slug', async () => {
    for (let round = 0; round < 5; round++) {
      const slug = `contested-${round}`;
      const link = await desk.link(ann, { slug });
      const [, ...answers] = await Promise.all([
        desk.ask(ann, 'delete-link', { link_id: link.id }),
        ...Array.from({ length: 10 }, () => create({ slug }, bob)),
      ]);
      expect(tally(answers)).toEqual({ 409: 10 });
    }
  });

  it('of a blocked link is the admin’s', async () => {
    const link = await desk.link(ann);
    await desk.ask(root, 'block-link', { link_id: link.id, reason: 'phishing' });
    await update(link, { title: 'x' }).expect(409, { error: 'Link is blocked' });
    await update(link, { password: 'open sesame' }).expect(409, { error: 'Link is blocked' });
    await update(link, { url: 'x' }).expect(400, { error: 'Invalid URL' });
    expect((await update(link, { title: 'x' }, root).expect(200)).body.link).toMatchObject({
      title: 'x',
      state: 'blocked',
    });
  });
});

describe('a slug and an address', () => {
  it('can be asked about', async () => {
    await desk.link(bob, { slug: 'coffee' });
    const { suggestions, ...answer } = await desk.ask(ann, 'check-slug', { slug: 'Coffee' });
    expect(answer).toEqual({ available: false, reason: 'taken' });
    expect(suggestions).toHaveLength(3);
    for (const slug of suggestions) await create({ slug }).expect(200);
    const invalid = await desk.ask(ann, 'check-slug', { slug: 'My Café!' });
    expect(invalid).toMatchObject({ available: false, reason: 'invalid' });
    expect(invalid.suggestions[0]).toBe('my-caf');
    expect(await desk.ask(ann, 'check-slug', { slug: 'login' })).toMatchObject({ reason: 'reserved' });
    await desk.refused(ann, 'check-slug', { slug: 'x', domain_id: randomUUID() }, 404, 'Domain not found');
  });

  it('lead nowhere that is not public, however that is written', async () => {
    await desk.rows(
      `INSERT INTO moderation.blacklist (type, value, folded) VALUES ('domain', 'bad.example', 'bad.example')`,
    );
    const problems = async (url: string) => (await desk.ask(ann, 'check-url', { url })).problems;
    for (const url of ['https://me@shop.example/', 'https://:secret@shop.example/'])
      expect([url, await problems(url)]).toEqual([url, ['Invalid URL']]);
    const inner = `10.0.0.1 127.0.0.1 2130706433 0x7f.1 0.0.0.0 100.64.0.1 169.254.169.254 172.16.0.1 172.31.255.255
      192.168.1.1 224.0.0.1 255.255.255.255 [::] [::1] [fe80::1] [fd00::1] [ff02::1] [::ffff:10.0.0.1] [::ffff:8.8.8.8]
      [64:ff9b::a00:1] [2001:db8::1] [2002:a00:1::] shop shop.localhost localhost. printer.local shop.internal
      SHOP.Internal.`;
    const open: string[] = [];
    for (const host of inner.split(/\s+/))
      if ((await problems(`http://${host}/`))[0] !== 'Destination host is not allowed') open.push(host);
    expect(open).toEqual([]);
    expect(await problems('https://x.bad.example./')).toEqual(['Destination is on the blacklist']);
    for (const host of ['8.8.8.8', '172.32.0.1', '[2606:4700::1]', 'internal.example', 'notbad.example'])
      expect([host, await problems(`https://${host}/`)]).toEqual([host, []]);
  });

  it('are warned of, by name alone', async () => {
    const known = dns.getServers();
    // Knows every name that ends well, by an address of the fourth version.
    const server = dgram.createSocket('udp4', (question, { port }) => {
      const end = question.indexOf(0, 12) + 5;
      const isKnown = question.includes('good') && question.readUInt16BE(end - 4) === 1;
      const answer = Buffer.from(question.subarray(0, end));
      answer.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
      answer.writeUInt16BE(Number(isKnown), 6);
      answer.writeUInt16BE(0, 10);
      const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);
      server.send(Buffer.concat([answer, record.subarray(isKnown ? 0 : record.length)]), port, '127.0.0.1');
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    dns.setServers([`127.0.0.1:${server.address().port}`]);
    const warnings = async (url: string) => (await desk.ask(ann, 'check-url', { url })).warnings;
    expect(await desk.ask(ann, 'check-url', { url: 'HTTPS://Good.Example:443/a b' })).toEqual({
      ok: true,
      url: 'https://good.example/a%20b',
      problems: [],
      warnings: [],
    });
    expect(await warnings('http://good.example/')).toEqual(['not_https']);
    expect(await warnings('https://bit.ly/x')).toEqual(['nested_shortener', 'host_does_not_resolve']);
    expect(await warnings('https://раypal.good.example/')).toEqual(['mixed_script_host']);
    expect(await warnings('https://8.8.8.8/')).toEqual([]);
    dns.setServers(known);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});
