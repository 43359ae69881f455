import { createHash } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Academy, tokenIn } from './academy.js';

let academy: Academy;
let ann: Account;
let bob: Account;
let template: { id: string };
beforeAll(async () => {
  academy = await Academy.start();
  [ann, bob] = [await academy.person(), await academy.person()];
});
beforeEach(async () => {
  template = await academy.template(ann);
});
afterAll(() => academy.stop());

const correct = (certificate_id: string, more: object) =>
  academy.ask(ann, 'update-certificate', { certificate_id, reason: 'Misspelt', ...more });
const show = (who: Account, certificate_id: string) => academy.ask(who, 'get-certificate', { certificate_id });
const claim = (who: Account, url: string) => academy.call(who, 'claim-certificate', { claim_token: tokenIn(url) });

describe('a correction', () => {
  it('keeps the code, and what the certificate said before', async () => {
    const { certificate } = await academy.issued(ann, template, { name: 'Zoe', user_id: bob.id });
    const corrected = (await correct(certificate.id, { name: 'Zoë', expires_on: '2040-01-01' })).certificate;
    expect(corrected).toMatchObject({
      code: certificate.code,
      revision: 2,
      recipient_name: 'Zoë',
      expires_on: '2040-01-01',
    });
    const { revisions } = await show(ann, certificate.id);
    expect(revisions).toEqual([
      expect.objectContaining({ event: 'issued', revision: 1, actor_user_id: ann.id }),
      expect.objectContaining({
        event: 'corrected',
        revision: 2,
        reason: 'Misspelt',
        before: expect.objectContaining({ recipient_name: 'Zoe', expires_on: null }),
        after: expect.objectContaining({ recipient_name: 'Zoë', expires_on: '2040-01-01' }),
      }),
    ]);
    expect((await show(bob, certificate.id)).revisions).toEqual([]);
    expect(await academy.notices(bob, 'corrected')).toHaveLength(1);
  });

  it('changes the hash, which anybody can compute', async () => {
    const { certificate } = await academy.issued(ann, template, { name: 'Zoe' });
    const { certificate: corrected } = await correct(certificate.id, { name: 'Zoë' });
    const { body } = await academy.call(ann, 'verify-certificate', { code: certificate.code }).expect(200);
    const { code, issued_on, content_hash } = body.certificate;
    // Written by hand: names in the order of their letters, no blanks.
    const said =
      `{"code":"${code}","expires_on":null,"issued_on":"${issued_on}","issuer_name":"Coffee School",` +
      `"recipient_name":"Zoë","revision":2,"title":"Barista Basics","values":{}}`;
    expect(createHash('sha256').update(said).digest('hex')).toBe(content_hash);
    expect([corrected.content_hash, certificate.content_hash === content_hash]).toEqual([content_hash, false]);
  });

  it('moves an end that follows from the day of issue, and takes the newest template', async () => {
    const timed = await academy.template(ann, { validity_days: 30 });
    const { certificate } = await academy.issued(ann, timed, { issued_on: '2026-01-01' });
    expect((await correct(certificate.id, { issued_on: '2026-01-11' })).certificate.expires_on).toBe('2026-02-10');
    await academy.ask(ann, 'update-template', { template_id: timed.id, title: 'Barista Pro' });
    const newest = (await correct(certificate.id, { use_latest_template: true })).certificate;
    expect(newest).toMatchObject({ title: 'Barista Pro', template_version: 2, revision: 3, expires_on: '2026-02-10' });
    expect(
      await academy.wrong(ann, 'update-certificate', {
        certificate_id: certificate.id,
        reason: 'X',
        expires_on: '2025-01-01',
      }),
    ).toEqual([{ field: 'expires_on', message: 'expires_on must not be before issued_on' }]);
    expect(
      await academy.wrong(ann, 'update-certificate', { certificate_id: certificate.id, reason: 'X', name: '漢' }),
    ).toEqual([{ field: 'name', message: 'no font has 漢' }]);
  });

  it('changes single values, and removes those that may be missing', async () => {
    const fields = [
      { key: 'grade', label: 'Grade', type: 'text', required: true },
      { key: 'hours', label: 'Hours', type: 'number' },
    ];
    const asked = await academy.template(ann, { custom_fields: fields });
    const { certificate } = await academy.issued(ann, asked, { values: { grade: 'B', hours: 3 } });
    expect((await correct(certificate.id, { values: { grade: 'A' } })).certificate.custom_values).toEqual({
      grade: 'A',
      hours: 3,
    });
    expect((await correct(certificate.id, { values: { hours: null } })).certificate.custom_values).toEqual({
      grade: 'A',
    });
    const wrong = { certificate_id: certificate.id, reason: 'X', values: { grade: null } };
    expect(await academy.wrong(ann, 'update-certificate', wrong)).toEqual([
      { field: 'values', message: 'values.grade is required' },
    ]);
  });

  it('of nothing changes nothing', async () => {
    const { certificate } = await academy.issued(ann, template);
    expect((await correct(certificate.id, {})).certificate.revision).toBe(1);
    expect((await correct(certificate.id, { use_latest_template: false, new_claim: false })).certificate.revision).toBe(
      1,
    );
  });

  it('is for its issuer alone, and not for a revoked certificate', async () => {
    const { certificate } = await academy.issued(ann, template);
    const input = { certificate_id: certificate.id, reason: 'X', name: 'Y' };
    await academy.expectRefused(bob, 'update-certificate', input, 403, 'Forbidden');
    await academy.ask(ann, 'revoke-certificate', { certificate_id: certificate.id, reason: 'Error' });
    await academy.expectRefused(ann, 'update-certificate', input, 409, 'Certificate is revoked');
  });

  it('is made by twenty at once without a lost revision', async () => {
    const { certificate } = await academy.issued(ann, template);
    const input = { certificate_id: certificate.id, reason: 'X' };
    const answers = await atOnce(20, (n) => academy.call(ann, 'update-certificate', { ...input, name: `Name ${n}` }));
    expect(tally(answers)).toEqual({ 200: 20 });
    const { revisions } = await show(ann, certificate.id);
    expect(revisions.map(({ revision }: any) => revision)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  });
});

describe('a claim', () => {
  it('works once, and tells the issuer', async () => {
    const { certificate, claim_url } = await academy.issued(ann, template);
    const claimed = (await claim(bob, claim_url).expect(200)).body.certificate;
    expect(claimed).toMatchObject({ id: certificate.id, recipient_user_id: bob.id, claimed_at: expect.any(String) });
    await claim(bob, claim_url).expect(404, { error: 'Claim not found' });
    await academy.expectRefused(bob, 'claim-certificate', { claim_token: 'unknown' }, 404, 'Claim not found');
    expect(await academy.notices(ann, 'claimed')).toHaveLength(1);
    const input = { certificate_id: certificate.id, reason: 'X' };
    await academy.expectRefused(
      ann,
      'update-certificate',
      { ...input, new_claim: true },
      409,
      'Certificate is already claimed',
    );
    await academy.expectRefused(
      ann,
      'update-certificate',
      { ...input, email: 'x@y.example' },
      409,
      'Certificate is already claimed',
    );
    await academy.ask(ann, 'update-certificate', { ...input, name: 'New Name' });
  });

  it('is replaced by a new link', async () => {
    const { certificate, claim_url } = await academy.issued(ann, template);
    const renewed = await correct(certificate.id, { new_claim: true });
    expect(renewed.certificate.revision).toBe(1);
    await claim(bob, claim_url).expect(404, { error: 'Claim not found' });
    await claim(bob, renewed.claim_url).expect(200);
  });

  it('gives nobody a second valid certificate, and is dead after a revocation', async () => {
    const one = await academy.issued(ann, template, { user_id: bob.id });
    const two = await academy.issued(ann, template);
    await claim(bob, two.claim_url).expect(409, { error: 'Recipient already has a valid certificate' });
    const certificate_id = two.certificate.id;
    await academy.ask(ann, 'revoke-certificate', { certificate_id, reason: 'Error' });
    const carl = await academy.person();
    await claim(carl, two.claim_url).expect(409, { error: 'Certificate is revoked' });
    await academy.ask(ann, 'revoke-certificate', { certificate_id, reason: 'Error', reinstate: true });
    await claim(carl, two.claim_url).expect(404, { error: 'Claim not found' });
    expect(one.claim_url).toBeNull();
  });

  it('is won by one of twenty', async () => {
    const { claim_url } = await academy.issued(ann, template);
    const people = await Promise.all(Array.from({ length: 5 }, () => academy.person()));
    const answers = await atOnce(20, (n) => claim(people[n % 5] as Account, claim_url));
    expect(tally(answers)).toEqual({ 200: 1, 404: 19 });
  });

  it('of many certificates at once gives one valid one', async () => {
    const { issued } = await academy.issue(
      ann,
      template,
      Array.from({ length: 10 }, (_, n) => ({ name: `N ${n}` })),
    );
    const eve = await academy.person();
    const answers = await atOnce(10, (n) => claim(eve, issued[n].claim_url));
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
  });
});

describe('a revocation', () => {
  it('says why, is told, and can be undone', async () => {
    const { certificate } = await academy.issued(ann, template, { user_id: bob.id });
    const input = { certificate_id: certificate.id, reason: 'Issued in error' };
    const undo = { ...input, reinstate: true };
    await academy.expectRefused(ann, 'revoke-certificate', undo, 409, 'Certificate is not revoked');
    const revoked = (await academy.ask(ann, 'revoke-certificate', input)).certificate;
    expect(revoked).toMatchObject({ status: 'revoked', state: 'revoked', revoke_reason: 'Issued in error' });
    await academy.expectRefused(ann, 'revoke-certificate', input, 409, 'Certificate is revoked');
    expect((await academy.ask(ann, 'revoke-certificate', undo)).certificate).toMatchObject({
      status: 'active',
      revoke_reason: null,
    });
    expect([(await academy.notices(bob, 'revoked')).length, (await academy.notices(bob, 'reinstated')).length]).toEqual(
      [1, 1],
    );
    await academy.expectRefused(bob, 'revoke-certificate', input, 403, 'Forbidden');
  });

  it('is not undone for somebody who has another valid one', async () => {
    const carl = await academy.person();
    const first = await academy.issued(ann, template, { user_id: carl.id });
    const input = { certificate_id: first.certificate.id, reason: 'X' };
    await academy.ask(ann, 'revoke-certificate', input);
    const second = await academy.issued(ann, template, { user_id: carl.id });
    await academy.expectRefused(
      ann,
      'revoke-certificate',
      { ...input, reinstate: true },
      409,
      'Recipient already has a valid certificate',
    );
    await academy.set(second.certificate, `issued_on = '2020-01-01', expires_on = '2020-02-01'`);
    await academy.ask(ann, 'revoke-certificate', { ...input, reinstate: true });
    const extend = { certificate_id: second.certificate.id, reason: 'X', expires_on: null };
    await academy.expectRefused(ann, 'update-certificate', extend, 409, 'Recipient already has a valid certificate');
  });
});

describe('who may see it', () => {
  it('is decided by the recipient, and before a claim by the issuer', async () => {
    const { certificate, claim_url } = await academy.issued(ann, template);
    const input = { certificate_id: certificate.id, visibility: 'public' };
    await academy.expectRefused(bob, 'set-visibility', input, 404, 'Certificate not found');
    expect((await academy.ask(ann, 'set-visibility', input)).certificate.visibility).toBe('public');
    await claim(bob, claim_url).expect(200);
    await academy.expectRefused(ann, 'set-visibility', input, 403, 'Forbidden');
    expect((await academy.ask(bob, 'set-visibility', { ...input, visibility: 'private' })).certificate.visibility).toBe(
      'private',
    );
    const events = (await show(ann, certificate.id)).revisions.map(({ event }: any) => event);
    expect(events).toEqual(['issued', 'visibility', 'claimed', 'visibility']);
  });

  it('is for nobody else', async () => {
    const { certificate } = await academy.issued(ann, template, { user_id: bob.id, email: 'b@mail.example' });
    const eve = await academy.person();
    await academy.expectRefused(
      eve,
      'get-certificate',
      { certificate_id: certificate.id },
      404,
      'Certificate not found',
    );
    expect((await show(bob, certificate.id)).certificate.recipient_email).toBeNull();
    const { share, verify_url, badge_url } = await show(ann, certificate.id);
    const address = new URL(share.profile_url);
    expect([address.searchParams.get('certUrl'), address.searchParams.get('name'), badge_url]).toEqual([
      verify_url,
      'Barista Basics',
      null,
    ]);
  });
});
