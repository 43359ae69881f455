import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { readEnvironment } from '../../../src/platform/config/environment.js';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Academy } from './academy.js';

const folder = mkdtempSync(join(tmpdir(), 'badge-'));
const keyFile = join(folder, 'badge.pem');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));

let academy: Academy;
let ann: Account;
let bob: Account;
let template: { id: string };
beforeAll(async () => {
  academy = await Academy.start({ BADGE_KEY_FILE: keyFile });
  [ann, bob] = [await academy.person(), await academy.person()];
  template = await academy.template(ann, {
    description: 'Two <b>days</b>',
    issuer_url: 'https://coffee.example/',
    custom_fields: [{ key: 'grade', label: 'Grade', type: 'text' }],
  });
});
afterAll(async () => {
  await academy.stop();
  rmSync(folder, { recursive: true });
});

let visitors = 0;
/** Another network each time. */
const from = () => ({ 'x-forwarded-for': `9.8.${++visitors >> 8}.${visitors & 255}` });
const json = { accept: 'application/json' };
const counted = async ({ id }: { id: string }) =>
  (await academy.rows('SELECT verified_count FROM ext_certificates.certificates WHERE id = $1', id))[0].verified_count;
const verify = (code: string, address = from()) =>
  academy.service.client().post('/v1/apps/certificates/verify-certificate', { code }).set(address);
const award = async (more: object = {}, rest: object = {}) =>
  (await academy.issued(ann, template, { name: 'Zoë van Dyk', values: { grade: 'A' }, ...more }, rest)).certificate;

describe('a proof', () => {
  it('is found by its code, however it is written', async () => {
    const { code } = await award({ issued_on: '2026-01-01', expires_on: '2099-01-01' });
    for (const written of [code, code.replaceAll('-', '').toLowerCase(), ` ${code.replaceAll('-', ' ')} `]) {
      const { body } = await verify(written).expect(200);
      expect(body).toMatchObject({
        status: 'valid',
        certificate: {
          code,
          title: 'Barista Basics',
          recipient_name: 'Zoë van Dyk',
          issued_on: '2026-01-01',
          expires_on: '2099-01-01',
          details: [{ label: 'Grade', value: 'A' }],
        },
        issuer: { name: 'Coffee School', url: 'https://coffee.example/' },
      });
    }
    await verify('0000-0000-0000').expect(404, { error: 'Certificate not found' });
  });

  it('says that it is expired, or revoked and why', async () => {
    const certificate = await award({ issued_on: '2020-01-01', expires_on: '2020-12-31' });
    expect((await verify(certificate.code).expect(200)).body.status).toBe('expired');
    await academy.ask(ann, 'revoke-certificate', { certificate_id: certificate.id, reason: 'Issued in error' });
    const { body } = await verify(certificate.code).expect(200);
    expect(body).toMatchObject({
      status: 'revoked',
      certificate: { revoke_reason: 'Issued in error', revoked_at: expect.any(String), pdf_url: null },
    });
  });

  it('of a private certificate shows initials and dates', async () => {
    const { code } = await award({ email: 'zoe@mail.example' }, { visibility: 'private' });
    const { body } = await verify(code).expect(200);
    expect(body.certificate).toMatchObject({
      recipient_name: 'Z. v. D.',
      title: 'Barista Basics',
      values: null,
      details: null,
      content_hash: null,
      pdf_url: null,
      badge_url: null,
    });
    const page = await (await academy.get(code, from())).text();
    expect([page.includes('Zoë'), page.includes('Z. v. D.')]).toEqual([false, true]);
    expect((await academy.get(`${code}/certificate.pdf`, from())).status).toBe(404);
    expect((await academy.get(`${code}/badge.jwt`, from())).status).toBe(404);
  });

  it('is a page, and JSON for programs', async () => {
    const { code } = await award({ name: 'Eve <script>alert(1)</script>' });
    const page = await academy.get(code.toLowerCase(), from());
    const html = await page.text();
    expect([page.status, page.headers.get('x-robots-tag'), html.includes('noindex')]).toEqual([200, 'noindex', true]);
    expect(html).toContain('Eve &lt;script&gt;');
    expect(html).toContain('Two &lt;b&gt;days');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await (await academy.get(code, { ...from(), ...json })).json()).toMatchObject({
      status: 'valid',
      certificate: { code },
    });
    const missing = await academy.get('0000-0000-0000', from());
    expect([missing.status, await missing.text()]).toEqual([
      404,
      expect.stringContaining('There is no such certificate'),
    ]);
    expect(await (await academy.get('0000-0000-0000', { ...from(), ...json })).json()).toEqual({
      error: 'Certificate not found',
    });
    const shown = await award({}, { visibility: 'public' });
    const indexed = await academy.get(shown.code, from());
    expect([indexed.headers.get('x-robots-tag'), (await indexed.text()).includes('noindex')]).toEqual([null, false]);
  });

  it('counts a look once for an address and hour, and not those of the two parties, bots and previews', async () => {
    const certificate = await award({ user_id: bob.id });
    const address = from();
    await verify(certificate.code, address).expect(200);
    await verify(certificate.code, address).expect(200);
    await academy.get(certificate.code, { ...address, 'user-agent': 'Another browser' });
    expect(await counted(certificate)).toBe(1);
    for (const who of [ann, bob])
      await academy.call(who, 'verify-certificate', { code: certificate.code }).set(from()).expect(200);
    await academy.get(certificate.code, { ...from(), 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await academy.get(certificate.code, { ...from(), 'sec-purpose': 'prefetch' });
    expect(await counted(certificate)).toBe(1);
    await academy.get(certificate.code, from());
    expect(await counted(certificate)).toBe(2);
    const answers = await atOnce(20, () => verify(certificate.code));
    expect([tally(answers), await counted(certificate)]).toEqual([{ 200: 20 }, 22]);
    const [{ limits }] = await academy.rows(
      `SELECT string_agg(key, ' ') AS limits FROM platform.limits WHERE key LIKE 'certificates:look%'`,
    );
    expect(limits).not.toContain('9.8.');
  });

  it('cannot be guessed', async () => {
    const { code } = await award();
    const address = from();
    const answers = await atOnce(20, () => verify('0000-0000-0000', address));
    expect(tally(answers)).toEqual({ 404: 20 });
    for (let n = 20; n < 60; n++) await verify('0000-0000-0000', address).expect(404);
    const refused = await verify(code, address).expect(429, { error: 'Too many attempts' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const page = await academy.get(code, address);
    expect([page.status, await page.text()]).toEqual([429, expect.stringContaining('Too many attempts')]);
    await verify(code).expect(200);
  });
});

describe('a badge', () => {
  it('is a credential that another library verifies', async () => {
    const certificate = await award({ email: 'Zoe@Mail.example', issued_on: '2026-01-01', expires_on: '2099-12-31' });
    const { badge_url } = await academy.ask(ann, 'get-certificate', { certificate_id: certificate.id });
    const response = await academy.get(`${certificate.code}/badge.jwt`, from());
    expect([badge_url.endsWith(`${certificate.code}/badge.jwt`), response.headers.get('content-type')]).toEqual([
      true,
      'text/plain; charset=utf-8',
    ]);
    const token = await response.text();
    const { header } = jwt.decode(token, { complete: true }) as unknown as { header: { jwk: JsonWebKey } };
    const key = createPublicKey({ key: header.jwk, format: 'jwk' });
    const badge = jwt.verify(token, key, { algorithms: ['RS256'] }) as jwt.JwtPayload;
    expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT', jwk: { kty: 'RSA' } });
    expect(header.jwk.d).toBeUndefined();
    expect(badge).toMatchObject({
      id: `urn:uuid:${certificate.id}`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      validFrom: '2026-01-01T00:00:00.000Z',
      issuer: { name: 'Coffee School', url: 'https://coffee.example/' },
      credentialSubject: {
        type: ['AchievementSubject'],
        identifier: [
          {
            type: 'IdentityObject',
            hashed: true,
            identityHash: expect.stringMatching(/^sha256\$[0-9a-f]{64}$/),
            salt: expect.any(String),
          },
        ],
        achievement: { name: 'Barista Basics', type: ['Achievement'], description: 'Two <b>days</b>' },
      },
    });
    expect(JSON.stringify(badge).toLowerCase()).not.toContain('zoe@mail.example');
    const achievement = await (await fetch(badge.credentialSubject.achievement.id)).json();
    expect(achievement).toMatchObject({ id: badge.credentialSubject.achievement.id, name: 'Barista Basics' });
    const revoked = async () =>
      (
        (await (await fetch(badge.credentialStatus.id)).json()) as { revokedCredential: { id: string }[] }
      ).revokedCredential.map(({ id }) => id);
    expect(await revoked()).not.toContain(badge.id);
    await academy.ask(ann, 'revoke-certificate', { certificate_id: certificate.id, reason: 'Error' });
    expect(await revoked()).toContain(badge.id);
  });

  it('names the certificate where there is no e-mail', async () => {
    const { id, code } = await award();
    const badge = jwt.decode(await (await academy.get(`${code}/badge.jwt`, from())).text()) as jwt.JwtPayload;
    expect([badge.sub, badge.credentialSubject.id, badge.exp]).toEqual([`urn:uuid:${id}`, `urn:uuid:${id}`, undefined]);
  });

  it('needs an RSA key, and fonts need a folder', () => {
    const read = (variables: Record<string, string>) => () =>
      readEnvironment({ DATABASE_URL: 'postgres://db/x', ...variables });
    expect(read({ BADGE_KEY_FILE: 'package.json' })).toThrow('RSA private key of at least 2048 bits');
    expect(read({ FONTS_DIR: '/nowhere' })).toThrow('a folder with .ttf or .otf files');
  });

  it('does not exist at addresses of nothing', async () => {
    for (const path of [
      'achievements/x',
      `achievements/${ann.id}`,
      'issuers/x/revocations',
      'files/x.pdf',
      '0000-0000-0000/badge.jwt',
    ])
      expect([path, (await academy.get(path, from())).status]).toEqual([path, 404]);
  });
});

describe('the page of a claim', () => {
  it('shows what is claimed, and changes nothing', async () => {
    const { claim_url, certificate } = await academy.issued(ann, template);
    const page = await academy.get(claim_url);
    expect([page.status, page.headers.get('x-robots-tag'), await page.text()]).toEqual([
      200,
      'noindex',
      expect.stringContaining('Barista Basics'),
    ]);
    expect((await academy.get(`${claim_url}x`)).status).toBe(404);
    await academy.ask(ann, 'revoke-certificate', { certificate_id: certificate.id, reason: 'Error' });
    expect((await academy.get(claim_url)).status).toBe(409);
  });
});
