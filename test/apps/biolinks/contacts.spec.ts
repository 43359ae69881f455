import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Desk, FORM, LINK } from './desk.js';

let desk: Desk;
let ann: Account;
let page: any;
let form: any;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.person();
});
beforeEach(async () => {
  await desk.rows('DELETE FROM ext_biolinks.pages');
  const made = await desk.published(ann, {}, [FORM, LINK]);
  page = made.page;
  form = made.blocks[0];
});
afterAll(() => desk.stop());

const THANKS = { message: 'Thank you' };
const submit = (email: string, more: object = {}, who = desk.nobody()) =>
  desk.call(who, 'submit-contact', { block_id: form.id, email, consent: true, ...more });
const contacts = async (filter: object = {}) => (await desk.ask(ann, 'list-contacts', filter)).contacts;

describe('a contact form', () => {
  it('takes an address once, and does not tell whether it is known', async () => {
    await submit('Ada@Mail.example', { name: 'Ada', message: 'Hello' }).expect(200, THANKS);
    const [first] = await contacts();
    expect(first).toMatchObject({
      page_id: page.id,
      block_id: form.id,
      email: 'ada@mail.example',
      name: 'Ada',
      message: 'Hello',
      consent_text: 'You may write to me.',
    });
    await desk.block(ann, page, { block_id: form.id, data: { consent_text: 'You may also call.' } });
    await submit('ada@mail.example', { message: 'Again', name: null }).expect(200, THANKS);
    const [again, ...others] = await contacts();
    expect(others).toEqual([]);
    expect(again).toMatchObject({ id: first.id, name: 'Ada', message: 'Again', consent_text: 'You may also call.' });
    expect(again.consented_at > first.consented_at).toBe(true);
    const answers = await atOnce(20, () => submit('race@mail.example'));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(await contacts()).toHaveLength(2);
  });

  it('drops what fills in the field that nobody sees', async () => {
    await submit('spam@mail.example', { website: 'https://spam.example/' }).expect(200, THANKS);
    await submit('spam@mail.example', { website: 'x', block_id: randomUUID() }).expect(200, THANKS);
    expect(await contacts()).toEqual([]);
  });

  it('needs consent, and a page that shows it', async () => {
    for (const consent of [undefined, false, null, 'true', 1])
      await submit('a@mail.example', { consent }).expect(400, { error: 'Consent is required' });
    const { body } = await submit('nobody').expect(400);
    expect(body.details).toEqual([{ field: 'email', message: 'email must be a valid e-mail address' }]);
    await submit('a@mail.example', { message: 'x'.repeat(1001) }).expect(400);
    const missing = { error: 'Form not found' };
    await submit('a@mail.example', { block_id: randomUUID() }).expect(404, missing);
    const { blocks } = await desk.ask(ann, 'get-page', { page_id: page.id });
    await submit('a@mail.example', { block_id: blocks[1].id }).expect(404, missing);
    for (const change of ['is_visible = false', `is_visible = true, ends_at = now() - interval '1 hour'`]) {
      await desk.rows(`UPDATE ext_biolinks.blocks SET ${change} WHERE id = $1`, form.id);
      await submit('a@mail.example').expect(404, missing);
    }
    await desk.rows('UPDATE ext_biolinks.blocks SET ends_at = NULL');
    for (const change of ['is_published = false', 'is_published = true, blocked_at = now()']) {
      await desk.rows(`UPDATE ext_biolinks.pages SET ${change}`);
      await submit('a@mail.example').expect(404, missing);
    }
    await desk.rows('UPDATE ext_biolinks.pages SET blocked_at = NULL');
    await desk.service.setStatus(ann.id, 'suspended');
    await submit('a@mail.example').expect(404, missing);
    await desk.service.setStatus(ann.id, 'active');
    expect(await contacts()).toEqual([]);
  });

  it('is sent five times an hour by one visitor', async () => {
    const headers = desk.visitor();
    const answers = await atOnce(20, (n) =>
      submit(`a${n}@mail.example`, {}, desk.nobody({ ...headers, 'user-agent': `Browser ${n}` })),
    );
    expect(tally(answers)).toEqual({ 200: 5, 409: 15 });
    expect(refusals(answers)).toEqual([{ error: 'Too many submissions, try again later' }]);
    expect(await contacts()).toHaveLength(5);
    await submit('other@mail.example').expect(200);
    const keys = await desk.rows(`SELECT key FROM platform.limits WHERE key LIKE 'biolinks:contact%'`);
    expect(JSON.stringify(keys)).not.toContain(headers['x-forwarded-for']);
  });
});

describe('the list of contacts', () => {
  it('has those of the own pages, newest first, by what is looked for', async () => {
    const second = await desk.published(ann, {}, [FORM]);
    for (const name of ['ada', 'bea', 'cy'])
      await submit(`${name}@mail.example`, { name: `${name.toUpperCase()} 100%` }).expect(200);
    await submit('dee@other.example', { block_id: second.blocks[0].id }).expect(200);
    const emails = async (filter: object = {}) =>
      (await contacts(filter)).map(({ email }: { email: string }) => email.split('@')[0]);
    expect(await emails()).toEqual(['dee', 'cy', 'bea', 'ada']);
    expect(await emails({ page_id: page.id })).toEqual(['cy', 'bea', 'ada']);
    expect(await emails({ block_id: second.blocks[0].id })).toEqual(['dee']);
    expect(await emails({ q: 'OTHER' })).toEqual(['dee']);
    expect(await emails({ q: 'bea 100%', page_id: page.id })).toEqual(['bea']);
    expect(await emails({ q: '_' })).toEqual([]);
    const first = await desk.ask(ann, 'list-contacts', { limit: 3 });
    expect(await emails({ limit: 3, cursor: first.next_cursor })).toEqual(['ada']);
    const bob = await desk.person();
    expect(await desk.ask(bob, 'list-contacts', { page_id: page.id })).toEqual({ contacts: [], next_cursor: null });
    await desk.ask(ann, 'remove-block', { page_id: page.id, block_id: form.id });
    expect(await emails()).toEqual(['dee', 'cy', 'bea', 'ada']);
    await desk.ask(ann, 'delete-page', { page_id: page.id });
    expect(await emails()).toEqual(['dee']);
    const { export: tables } = await desk.ask(ann, 'export');
    expect(tables.contacts).toMatchObject([{ email: 'dee@other.example' }]);
    expect(Object.keys(tables).sort()).toEqual([
      'block_days',
      'blocks',
      'contacts',
      'page_day_values',
      'page_days',
      'page_handles',
      'pages',
    ]);
  });
});
