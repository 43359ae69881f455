import { slugOf } from '../../src/listings/categories/categories.service.js';
import { atOnce, tally } from '../account/at-once.js';
import { invalid, person, type Person, UNKNOWN } from '../social/people.js';
import { ID } from '../social/posting.js';
import { TestService } from '../support/service.js';
import { audited, expectStaffOnly } from './staff.js';

interface Category {
  id: string;
  name: string;
  parent_id: string | null;
  slug: string;
}

let service: TestService;
let admin: Person;
let user: Person;
beforeAll(async () => {
  service = await TestService.lease();
  [admin, user] = [await person(service, 'admin'), await person(service)];
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE listings.categories'));

const PATH = '/v1/admin/categories';
const MISSING = { error: 'Category not found' };
const make = async (name: string, body: object = {}): Promise<Category> =>
  (await admin.client.post(PATH, { name, ...body }).expect(201)).body.category;
const inside = ({ id }: Category, name = 'inside') => make(name, { parent_id: id });
const change = (id: string, body: object) => admin.client.patch(`${PATH}/${id}`, body);
const move = ({ id }: Category, to: Category | null) => change(id, { parent_id: to && to.id });
const list = async (): Promise<Category[]> => (await admin.client.get(PATH).expect(200)).body.categories;
const parentOf = async ({ id }: Category) => (await list()).find((one) => one.id === id)?.parent_id;

it('is for admins with a token', () =>
  expectStaffOnly(
    service,
    { user, admin },
    ['get', PATH],
    ['post', PATH],
    ['patch', `${PATH}/${UNKNOWN}`],
    ['delete', `${PATH}/none`],
  ));

describe('a category', () => {
  it('is made, listed by name, changed and deleted', async () => {
    const [b, a] = [await make('Books'), await make('Art')];
    expect(b).toEqual({ id: ID, name: 'Books', parent_id: null, slug: 'books' });
    expect(await list()).toEqual([a, b]);
    const { body } = await change(b.id, { name: 'Old books' }).expect(200);
    expect(body).toEqual({ category: { ...b, name: 'Old books' } });
    await change(b.id, { slug: 'old-books', parent_id: a.id }).expect(200, {
      category: { id: b.id, name: 'Old books', parent_id: a.id, slug: 'old-books' },
    });
    await admin.client.delete(`${PATH}/${b.id}`).expect(200, { message: 'Category deleted' });
    await admin.client.delete(`${PATH}/${b.id}`).expect(404, MISSING);
    expect(await list()).toEqual([a]);
    expect(await audited(service, admin.id, 'admin.category_created')).toContainEqual({
      category_id: b.id,
      after: b,
    });
    expect(await audited(service, admin.id, 'admin.category_updated')).toContainEqual({
      category_id: b.id,
      before: b,
      after: { ...b, name: 'Old books' },
    });
    expect(await audited(service, admin.id, 'admin.category_deleted')).toEqual([
      { category_id: b.id, before: { id: b.id, name: 'Old books', parent_id: a.id, slug: 'old-books' } },
    ]);
  });

  it('stays, and nothing is told, where all is as it was', async () => {
    const one = await inside(await make('Art'));
    const before = (await audited(service, admin.id, 'admin.category_updated')).length;
    for (const body of [{}, { ...one }, { slug: one.slug }, { other: 1 }]) {
      await change(one.id, body).expect(200, { category: one });
    }
    expect((await audited(service, admin.id, 'admin.category_updated')).length).toBe(before);
  });

  it('is not named by white space alone', async () => {
    const blank = {
      error: 'Validation error',
      details: [{ field: 'name', message: 'name must not be blank' }],
    };
    await admin.client.post(PATH, { name: ' \t' }).expect(400, blank);
    const { id } = await make('Named');
    await admin.client.patch(`${PATH}/${id}`, { name: '\u00a0 ' }).expect(400, blank);
  });

  it.each([{}, { name: '' }, { name: null }])('is not made of %j', (body) =>
    admin.client.post(PATH, body).expect(400, { error: 'Name is required' }),
  );

  it.each<[string, object]>([
    ['name', { name: 5 }],
    ['name', { name: 'n'.repeat(101) }],
    ['parent_id', { parent_id: 'none' }],
    ['parent_id', { parent_id: 5 }],
    ['parent_id', { parent_id: UNKNOWN }],
    ['slug', { slug: '' }],
    ['slug', { slug: 'Two Words' }],
    ['slug', { slug: '-a' }],
    ['slug', { slug: 'a--b' }],
    ['slug', { slug: 'ä' }],
    ['slug', { slug: 's'.repeat(101) }],
    ['slug', { slug: 5 }],
  ])('has no %s like %j', async (field, body) => {
    const { id } = await make('New');
    for (const sent of [admin.client.post(PATH, { name: 'New', ...body }), change(id, body)]) {
      const { status, body: answer } = await sent;
      expect([status, answer.error, answer.details[0].field]).toEqual([400, 'Validation error', field]);
    }
    expect(await list()).toHaveLength(1);
  });

  it('is 404 where it is missing', async () => {
    for (const id of [UNKNOWN, 'none', '5']) {
      await change(id, { name: 'Any' }).expect(404, MISSING);
      await change(id, { name: 5 }).expect(400);
      await admin.client.delete(`${PATH}/${id}`).expect(404, MISSING);
    }
  });

  it('is made once for a repeated Idempotency-Key', async () => {
    const keyed = admin.client.with({ 'idempotency-key': 'category' });
    for (let n = 0; n < 2; n++) await keyed.post(PATH, { name: 'Once' }).expect(201);
    expect(await list()).toHaveLength(1);
  });
});

describe('its slug', () => {
  it.each([
    ['Home & Garden', 'home-garden'],
    ['  Ünïcode Café!  ', 'unicode-cafe'],
    ['Straße Ærø Łódź', 'strasse-aero-lodz'],
    ['ＦＵＬＬ ① ﬁne', 'full-1-fine'],
    ['C++ / C#', 'c-c'],
    ['日本語', 'category'],
    ['!!!', 'category'],
    [`${'a'.repeat(99)}  b`, 'a'.repeat(99)],
  ])('of %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

  it('has a number where it is taken, by a given one too, and stays when the name changes', async () => {
    const slugs = [];
    for (const body of [{}, {}, { slug: 'art' }, { slug: 'art-2' }]) slugs.push((await make('Art', body)).slug);
    expect(slugs).toEqual(['art', 'art-2', 'art-3', 'art-2-2']);
    const [first] = await list();
    const { body } = await change((first as Category).id, { name: 'Arts', slug: 'art-3' }).expect(200);
    expect(body.category.slug).toBe('art-3-2');
    const long = 's'.repeat(100);
    await make('Long', { slug: long });
    expect((await make('Long', { slug: long })).slug).toBe(`${'s'.repeat(98)}-2`);
  });

  it('is unique, also when many are created at once', async () => {
    const made = await atOnce(20, () => admin.client.post(PATH, { name: 'Same' }));
    expect(tally(made)).toEqual({ 201: 20 });
    for (let n = 0; n < 35; n++) await make('Same');
    expect(new Set((await list()).map(({ slug }) => slug)).size).toBe(55);
  });
});

describe('the tree', () => {
  it('has no rings', async () => {
    const a = await make('a');
    const b = await inside(a);
    const c = await inside(b);
    for (const to of [a, b, c]) {
      const { body } = await move(a, to).expect(400);
      expect(body).toEqual(invalid('parent_id'));
    }
    await change(a.id, { parent_id: c.id.toUpperCase() }).expect(400);
    await move(c, a).expect(200);
    await move(b, c).expect(200);
    expect([await parentOf(b), await parentOf(c)]).toEqual([c.id, a.id]);
    await move(b, null).expect(200);
    expect(await parentOf(b)).toBeNull();
  });

  it('has no rings either of moves at once, each right by itself', async () => {
    for (let round = 0; round < 5; round++) {
      const ring = await Promise.all(['a', 'b', 'c', 'd'].map((name) => make(name)));
      const moves = await atOnce(20, (n) => move(ring[n % 4] as Category, ring[(n + 1) % 4] as Category));
      expect(Object.keys(tally(moves))).toEqual(['200', '400']);
      const parents = await Promise.all(ring.map(parentOf));
      expect(parents.filter((parent) => parent === null)).toHaveLength(1);
    }
  });

  it('is eight levels deep, also by the move of what has others in it', async () => {
    const line = [await make('1')];
    for (let level = 2; level <= 8; level++) line.push(await inside(line.at(-1) as Category, `${level}`));
    const { body } = await admin.client.post(PATH, { name: '9', parent_id: line.at(-1)?.id }).expect(400);
    expect(body).toEqual(invalid('parent_id'));
    const pair = await make('pair');
    await inside(pair);
    await move(pair, line[6] as Category).expect(400);
    await move(pair, line[5] as Category).expect(200);
  });

  it('closes over a category that is deleted', async () => {
    const top = await make('top');
    const middle = await inside(top);
    const [one, two] = [await inside(middle), await inside(middle)];
    await admin.client.delete(`${PATH}/${middle.id}`).expect(200);
    expect([await parentOf(one), await parentOf(two)]).toEqual([top.id, top.id]);
    await admin.client.delete(`${PATH}/${top.id}`).expect(200);
    expect((await list()).map(({ parent_id }) => parent_id)).toEqual([null, null]);
  });
});
