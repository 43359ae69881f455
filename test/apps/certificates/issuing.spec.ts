import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Academy } from './academy.js';

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

const today = () => new Date().toISOString().slice(0, 10);

describe('certificates', () => {
  it('are issued to people with an account, and to others by a link', async () => {
    const { issued, existing } = await academy.issue(ann, template, [
      { name: ' Recipient One ', user_id: bob.id, external_ref: 'enrol-17' },
      { name: 'Recipient Two', email: 'two@example.com' },
    ]);
    expect(existing).toEqual([]);
    expect(issued[0]).toMatchObject({
      claim_url: null,
      certificate: {
        recipient_name: 'Recipient One',
        recipient_user_id: bob.id,
        state: 'valid',
        status: 'active',
        visibility: 'unlisted',
        issued_on: today(),
        expires_on: null,
        revision: 1,
        title: 'Barista Basics',
      },
    });
    expect(issued[0].certificate.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(issued[1].claim_url).toMatch(/\/v1\/apps\/certificates\/public\/claim\/[\w-]{43}$/);
    expect(issued[1].certificate.recipient_email).toBe('two@example.com');
    expect(JSON.stringify(issued)).not.toContain('claim_hash');
    expect(await academy.notices(bob, 'issued')).toEqual([
      expect.objectContaining({ certificate_id: issued[0].certificate.id, title: 'You have a certificate' }),
    ]);
  });

  it('are not issued again to a known reference or a user with a valid one, and a renewal is', async () => {
    const row = { name: 'One', user_id: bob.id, external_ref: 'enrol-1' };
    const first = await academy.issued(ann, template, row);
    const again = await academy.issue(ann, template, [row, { ...row, external_ref: 'enrol-2' }]);
    expect(again).toMatchObject({ issued: [], existing: [{ id: first.certificate.id }] });
    await academy.set(first.certificate, `issued_on = '2020-01-01', expires_on = '2021-01-01'`);
    const renewed = await academy.issue(ann, template, [{ ...row, external_ref: 'enrol-3' }]);
    expect([renewed.issued.length, renewed.existing.length]).toEqual([1, 0]);
    const twice = await academy.issue(ann, template, [
      { name: 'A', external_ref: 'x' },
      { name: 'B', external_ref: 'x' },
    ]);
    expect(twice.existing).toEqual([
      expect.objectContaining({ id: twice.issued[0].certificate.id, recipient_name: 'A' }),
    ]);
  });

  it('that have ended come in one list with the one that follows them', async () => {
    const carl = await academy.person();
    const { issued, existing } = await academy.issue(ann, template, [
      { name: 'Carl', user_id: carl.id, issued_on: '2020-01-01', expires_on: '2021-01-01' },
      { name: 'Carl', user_id: carl.id },
      { name: 'Carl', user_id: carl.id },
    ]);
    expect(issued.map(({ certificate }: any) => certificate.state)).toEqual(['expired', 'valid']);
    expect(existing).toEqual([expect.objectContaining({ id: issued[1].certificate.id })]);
  });

  it('have the dates and values of their rows', async () => {
    const fields = [
      { key: 'grade', label: 'Grade', type: 'text', required: true },
      { key: 'hours', label: 'Hours', type: 'number' },
      { key: 'held_on', label: 'Held on', type: 'date' },
    ];
    const timed = await academy.template(ann, { validity_days: 30, custom_fields: fields });
    const values = { grade: 'A+', hours: 12.5, held_on: '2026-02-28' };
    const { issued } = await academy.issue(
      ann,
      timed,
      [
        { name: 'One', values },
        { name: 'Two', values: { grade: 'B', hours: null }, issued_on: '2026-01-01', expires_on: null },
        { name: 'Three', values, expires_on: '2030-01-01' },
      ],
      { issued_on: '2026-02-01', visibility: 'public' },
    );
    const shown = issued.map(({ certificate }: any) => [
      certificate.issued_on,
      certificate.expires_on,
      certificate.custom_values,
    ]);
    expect(shown).toEqual([
      ['2026-02-01', '2026-03-03', values],
      ['2026-01-01', null, { grade: 'B' }],
      ['2026-02-01', '2030-01-01', values],
    ]);
    expect(issued[0].certificate.visibility).toBe('public');
  });

  it('are all issued, or none, and each wrong row is named', async () => {
    const strict = await academy.template(ann, {
      custom_fields: [{ key: 'grade', label: 'Grade', type: 'text', required: true }],
    });
    const values = { grade: 'A' };
    const recipients = [
      { name: 'Fine', values },
      { name: 'No grade' },
      { name: 'Nobody', user_id: template.id, values },
      { name: '漢字', values },
      { name: 'Late', values, issued_on: '2026-02-02', expires_on: '2026-02-01' },
      { name: 'More', values: { grade: 'A', other: 1 } },
      { name: 'Wrong', values: { grade: 5 } },
      { name: 'محمد Ελένη Борис Zoë שרה', values },
    ];
    expect(await academy.wrong(ann, 'issue-certificates', { template_id: strict.id, recipients })).toEqual([
      { index: 1, error: 'values.grade is required' },
      { index: 2, error: 'user_id: no such user' },
      { index: 3, error: 'no font has 漢 字' },
      { index: 4, error: 'expires_on must not be before issued_on' },
      { index: 5, error: 'values.other is no field of the template' },
      { index: 6, error: 'values.grade must be a text of 1 to 200 characters' },
    ]);
    const [{ count }] = await academy.rows(
      'SELECT count(*)::int FROM ext_certificates.certificates WHERE template_id = $1',
      strict.id,
    );
    expect(count).toBe(0);
    expect(
      await academy.wrong(ann, 'issue-certificates', { template_id: strict.id, recipients: [{ values }] }),
    ).toContainEqual({ field: 'recipients.0.name', message: 'name must be a string' });
  });

  it('follow the settings of the issuer', async () => {
    const eve = await academy.person();
    await academy.ask(eve, 'update-settings', { visibility: 'private', notify_recipients: false });
    const own = await academy.template(eve);
    const before = (await academy.notices(bob, 'issued')).length;
    const { certificate } = await academy.issued(eve, own, { user_id: bob.id });
    expect([certificate.visibility, (await academy.notices(bob, 'issued')).length]).toEqual(['private', before]);
    const carl = await academy.person();
    await academy.issued(eve, own, { user_id: carl.id }, { notify: true });
    expect(await academy.notices(carl, 'issued')).toHaveLength(1);
  });

  it('come in hundreds', async () => {
    const recipients = Array.from({ length: 500 }, (_, n) => ({ name: `Recipient ${n}`, external_ref: `r${n}` }));
    const { issued } = await academy.issue(ann, template, recipients);
    expect(issued.map(({ certificate }: any) => certificate.external_ref)).toEqual(
      recipients.map(({ external_ref }) => external_ref),
    );
    await academy.wrong(ann, 'issue-certificates', {
      template_id: template.id,
      recipients: [...recipients, { name: 'X' }],
    });
  });

  it('are one for a user, also when twenty calls come at once', async () => {
    const row = { name: 'One', user_id: bob.id };
    const input = { template_id: template.id, recipients: [row] };
    const answers = await atOnce(20, () => academy.call(ann, 'issue-certificates', input));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(answers.map(({ body }) => [body.issued.length, body.existing.length]).filter(([made]) => made)).toEqual([
      [1, 0],
    ]);
    expect(
      new Set(
        answers.flatMap(({ body }) => [
          ...body.issued.map((one: any) => one.certificate.id),
          ...body.existing.map((one: any) => one.id),
        ]),
      ).size,
    ).toBe(1);
  });

  it('are one for a reference, also when twenty calls come at once', async () => {
    const recipients = ['b', 'a', 'c'].map((external_ref) => ({ name: 'One', external_ref }));
    const answers = await atOnce(20, (n) =>
      academy.call(ann, 'issue-certificates', {
        template_id: template.id,
        recipients: n % 2 ? recipients : recipients.toReversed(),
      }),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(answers.map(({ body }) => body.issued.length).filter(Boolean)).toEqual([3]);
    expect((await academy.ask(ann, 'list-certificates', { template_id: template.id })).certificates).toHaveLength(3);
  });

  it('are issued by the owner of the template alone', async () => {
    const input = { template_id: template.id, recipients: [{ name: 'X' }] };
    await academy.expectRefused(bob, 'issue-certificates', input, 403, 'Forbidden');
  });
});

describe('lists', () => {
  it('show what was issued and received, by template, state, words and days', async () => {
    const [ina, jon] = [await academy.person(), await academy.person()];
    const own = await academy.template(ina, { validity_days: 10 });
    const { issued } = await academy.issue(ina, own, [
      { name: 'Anna', email: 'a@mail.example', external_ref: 'ref-1' },
      { name: 'Jon', user_id: jon.id },
      { name: 'Old', issued_on: '2020-01-01' },
    ]);
    const [anna, joined, old] = issued.map(({ certificate }: any) => certificate);
    await academy.ask(ina, 'revoke-certificate', { certificate_id: anna.id, reason: 'Error' });
    const names = async (who: Account, input: object) =>
      (await academy.ask(who, 'list-certificates', input)).certificates.map((one: any) => one.recipient_name).sort();
    expect(await names(ina, {})).toEqual(['Anna', 'Jon', 'Old']);
    expect(await names(ina, { status: 'valid' })).toEqual(['Jon']);
    expect(await names(ina, { status: 'expired' })).toEqual(['Old']);
    expect(await names(ina, { status: 'revoked' })).toEqual(['Anna']);
    expect(await names(ina, { template_id: template.id })).toEqual([]);
    expect(await names(ina, { q: 'mail.ex' })).toEqual(['Anna']);
    expect(await names(ina, { q: 'REF-1' })).toEqual(['Anna']);
    expect(await names(ina, { q: old.code.replaceAll('-', '').toLowerCase() })).toEqual(['Old']);
    expect(await names(ina, { to: '2020-01-01' })).toEqual(['Old']);
    expect(await names(ina, { from: today() })).toEqual(['Anna', 'Jon']);
    expect(await names(jon, { box: 'received' })).toEqual(['Jon']);
    expect(await names(jon, {})).toEqual([]);
    const { certificates, next_cursor } = await academy.ask(ina, 'list-certificates', { limit: 2 });
    const rest = await academy.ask(ina, 'list-certificates', { limit: 2, cursor: next_cursor });
    expect(new Set([...certificates, ...rest.certificates].map(({ id }: any) => id)).size).toBe(3);
    const mine = (await academy.ask(jon, 'list-certificates', { box: 'received' })).certificates[0];
    expect([mine.id, mine.recipient_email]).toEqual([joined.id, null]);
  });
});

describe('statistics and export', () => {
  it('count what the caller has issued', async () => {
    const ina = await academy.person();
    const own = await academy.template(ina, { name: 'Counted' });
    const { issued } = await academy.issue(ina, own, [
      { name: 'A', user_id: bob.id },
      { name: 'B' },
      { name: 'C', issued_on: '2020-01-01', expires_on: '2020-02-01' },
      { name: 'D' },
    ]);
    const ids = issued.map(({ certificate }: any) => certificate.id);
    await academy.ask(ina, 'revoke-certificate', { certificate_id: ids[3], reason: 'Error' });
    await academy.ask(ina, 'update-certificate', { certificate_id: ids[1], name: 'Bea', reason: 'Misspelt' });
    await academy.set({ id: ids[0] }, 'verified_count = 3');
    expect((await academy.ask(ina, 'stats')).stats).toEqual({
      templates: 1,
      issued: 4,
      claimed: 1,
      claim_rate: 0.25,
      revoked: 1,
      expired: 1,
      corrections: 1,
      verifications: 3,
      top_templates: [{ template_id: own.id, name: 'Counted', issued: 4 }],
    });
    const none = (await academy.ask(ina, 'stats', { from: '2020-01-01', to: '2020-01-31' })).stats;
    expect(none).toMatchObject({
      issued: 0,
      claim_rate: null,
      corrections: 0,
      expired: 1,
      verifications: 3,
      top_templates: [],
    });
  });

  it('give each side its own rows, without secrets', async () => {
    const [ina, jon] = [await academy.person(), await academy.person()];
    await academy.issued(ina, await academy.template(ina), { user_id: jon.id, email: 'jon@mail.example' });
    const { export: mine } = await academy.ask(ina, 'export');
    expect([
      mine.templates.length,
      mine.template_versions.length,
      mine.certificates.length,
      mine.revisions.length,
    ]).toEqual([1, 1, 1, 1]);
    expect(JSON.stringify(mine)).not.toMatch(/claim_hash|pdf_key|storage_key/);
    const { export: theirs } = await academy.ask(jon, 'export');
    expect([theirs.templates, theirs.certificates.length]).toEqual([[], 1]);
    expect(JSON.stringify(theirs)).not.toContain('jon@mail.example');
  });
});
