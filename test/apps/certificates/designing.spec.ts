import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Academy, isSound, textOf, withPdfTools } from './academy.js';

let academy: Academy;
let ann: Account;
beforeAll(async () => {
  academy = await Academy.start();
  ann = await academy.person();
});
afterAll(() => academy.stop());

const text = (content: string, more: object = {}) => ({
  type: 'text',
  text: content,
  x: 20,
  y: 20,
  width: 200,
  height: 40,
  ...more,
});
const layout = (...elements: object[]) => ({ layout: { elements } });

describe('a template', () => {
  it('needs no design, and its preview is a PDF with sample values', async () => {
    const { template, uploads, preview_url } = await academy.make(ann, { validity_days: 730 });
    expect(template).toMatchObject({
      version: 1,
      status: 'active',
      page: 'a4',
      orientation: 'landscape',
      validity_days: 730,
    });
    expect(template.layout.elements.length).toBeGreaterThan(5);
    expect(uploads).toEqual([]);
    expect((await academy.pdf(preview_url)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('may have colours in capital letters', async () => {
    const template = await academy.template(ann, layout(text('{title}', { colour: '#AA0000' })));
    expect(template.layout.elements[0].colour).toBe('#AA0000');
    const inRed = { name: 'Red', title: 'Red', ...layout(text('{title}', { colour: 'red' })) };
    expect(await academy.wrong(ann, 'create-template', inRed)).toEqual([
      { field: 'layout.elements.0.colour', message: 'colour must be a colour such as #1a2b3c' },
    ]);
  });

  it('has the issuer of the settings, and else the name of the profile', async () => {
    const bob = await academy.person();
    await bob.client.patch('/v1/users/me', { first_name: 'Bob', last_name: 'Baker' });
    const named = { name: 'One', title: 'One' };
    const byProfile = (await academy.ask(bob, 'create-template', named)).template;
    await academy.ask(bob, 'update-settings', { issuer_name: 'Bakery', issuer_url: 'https://bakery.example/' });
    const bySetting = (await academy.ask(bob, 'create-template', named)).template;
    expect([byProfile.issuer_name, bySetting.issuer_name, bySetting.issuer_url]).toEqual([
      expect.any(String),
      'Bakery',
      'https://bakery.example/',
    ]);
  });

  it('is refused with an unknown placeholder, outside of its page, or without what an element needs', async () => {
    const make = (more: object) => ({ name: 'A', title: 'B', issuer_name: 'C', ...more });
    const field = { key: 'hours', label: 'Hours', type: 'number', required: true };
    await academy.expectRefused(ann, 'create-template', make(layout(text('{nobody}'))), 400, 'Unknown placeholder');
    await academy.expectRefused(
      ann,
      'create-template',
      make(layout(text('{values.hours}'))),
      400,
      'Unknown placeholder',
    );
    await academy
      .call(ann, 'create-template', make({ ...layout(text('{values.hours}')), custom_fields: [field] }))
      .expect(200);
    const outside = layout(text('{title}', { x: 700 }));
    await academy.expectRefused(ann, 'create-template', make(outside), 400, 'Element lies outside the page');
    await academy.expectRefused(
      ann,
      'create-template',
      make({ ...layout({ type: 'qr', x: 10, y: 550, width: 80 }) }),
      400,
      'Element lies outside the page',
    );
    expect(
      await academy.wrong(ann, 'create-template', make(layout({ type: 'image', x: 1, y: 1, width: 9, height: 9 }))),
    ).toEqual([{ field: 'layout.elements.0.slot', message: 'slot is required for an element of type image' }]);
    expect(await academy.wrong(ann, 'create-template', make({ title: 'Kurs 漢字' }))).toEqual([
      { field: 'title', message: 'title: no font has 漢 字' },
    ]);
    await academy.wrong(ann, 'create-template', make({ custom_fields: [field, field] }));
    await academy.wrong(ann, 'create-template', make({ layout: { locale: 'no locale', elements: [] } }));
    await academy.wrong(ann, 'create-template', make({ issuer_url: 'http://plain.example/' }));
  });

  it('gets a new version, which issued certificates do not have', async () => {
    const template = await academy.template(ann);
    const { certificate } = await academy.issued(ann, template);
    const changed = await academy.ask(ann, 'update-template', {
      template_id: template.id,
      title: 'Barista Pro',
      orientation: 'portrait',
    });
    expect(changed.template).toMatchObject({
      version: 2,
      title: 'Barista Pro',
      orientation: 'portrait',
      name: template.name,
    });
    expect((await academy.ask(ann, 'get-certificate', { certificate_id: certificate.id })).certificate).toMatchObject({
      title: 'Barista Basics',
      template_version: 1,
    });
    const renamed = await academy.ask(ann, 'update-template', { template_id: template.id, name: 'Another name' });
    expect(renamed.template).toMatchObject({ version: 2, name: 'Another name', active_certificates: 1 });
  });

  it('that is archived only takes its status', async () => {
    const { id: template_id } = await academy.template(ann);
    await academy.ask(ann, 'update-template', { template_id, status: 'archived' });
    await academy.expectRefused(ann, 'update-template', { template_id, title: 'X' }, 409, 'Template is archived');
    await academy.expectRefused(ann, 'update-template', { template_id, name: 'X' }, 409, 'Template is archived');
    await academy.expectRefused(
      ann,
      'issue-certificates',
      { template_id, recipients: [{ name: 'X' }] },
      409,
      'Template is archived',
    );
    const { template } = await academy.ask(ann, 'update-template', { template_id, status: 'active' });
    expect(template.status).toBe('active');
  });

  it('is changed by twenty at once without a lost version', async () => {
    const { id: template_id } = await academy.template(ann);
    const answers = await atOnce(20, (n) => academy.call(ann, 'update-template', { template_id, title: `Title ${n}` }));
    expect(tally(answers)).toEqual({ 200: 20 });
    const versions = await academy.rows(
      'SELECT version FROM ext_certificates.template_versions WHERE template_id = $1 ORDER BY 1',
      template_id,
    );
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  });

  it('is one of at most 200', async () => {
    const bob = await academy.person();
    await academy.rows(
      `INSERT INTO ext_certificates.templates (owner_id, name) SELECT $1, 'T' FROM generate_series(1, 198)`,
      bob.id,
    );
    const answers = await atOnce(5, () =>
      academy.call(bob, 'create-template', { name: 'A', title: 'B', issuer_name: 'C' }),
    );
    expect(tally(answers)).toEqual({ 200: 2, 409: 3 });
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: 'Template limit reached' });
  });

  it('is listed by its owner, by status and by words', async () => {
    const bob = await academy.person();
    const one = await academy.template(bob, { name: 'Latte art' });
    const two = await academy.template(bob, { title: 'Roasting 100%' });
    await academy.ask(bob, 'update-template', { template_id: one.id, status: 'archived' });
    const ids = async (input: object) =>
      (await academy.ask(bob, 'list-templates', input)).templates.map(({ id }: { id: string }) => id);
    expect(await ids({})).toEqual([two.id, one.id]);
    expect([await ids({ status: 'active' }), await ids({ q: 'latte' }), await ids({ q: '0%' })]).toEqual([
      [two.id],
      [one.id],
      [two.id],
    ]);
    const { next_cursor } = await academy.ask(bob, 'list-templates', { limit: 1 });
    expect(await ids({ cursor: next_cursor })).toEqual([one.id]);
    await academy.expectRefused(ann, 'update-template', { template_id: one.id, name: 'X' }, 403, 'Forbidden');
  });
});

withPdfTools('a layout is printed with its texts, dates in its locale, and lines', async () => {
  const { preview_url } = await academy.make(ann, {
    page: 'letter',
    orientation: 'portrait',
    validity_days: 10,
    custom_fields: [{ key: 'hours', label: 'Hours', type: 'number' }],
    layout: {
      locale: 'de',
      elements: [
        text('{recipient_name}: {title} ({values.hours} h)', { width: 500 }),
        text('Gültig bis {expires_on}', { y: 90, width: 300 }),
        { type: 'line', x: 20, y: 80, width: 200, height: 0, thickness: 2, colour: '#ff0000' },
        { type: 'qr', x: 300, y: 300, width: 90 },
      ],
    },
  });
  const pdf = await academy.pdf(preview_url);
  isSound(pdf);
  expect(textOf(pdf)).toMatch(/Alex Sample: Barista Basics \(42 h\)\s+Gültig bis \d+\. \p{L}+ 20\d\d/u);
});
