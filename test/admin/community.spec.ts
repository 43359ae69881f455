import { FORBIDDEN, events, NOT_AUTHENTICATED, person, type Person, UNKNOWN } from '../social/people.js';
import { TestService } from '../support/service.js';
import { ID } from '../community/direct-people.js';

let service: TestService;
let admin: Person;
let user: Person;
beforeAll(async () => {
  service = await TestService.lease();
  [admin, user] = [await person(service, 'admin'), await person(service)];
});
afterAll(() => service.stop());

const ICON = 'https://example.com/icon.png';
const KINDS = [
  ['badges', 'badge', 'Badge', 'badges'],
  ['sticker-packs', 'pack', 'Sticker pack', 'packs'],
  ['room-categories', 'category', 'Category', 'categories'],
] as const;
const at = (kind: string, id = '') => `/v1/admin/${kind}${id && `/${id}`}`;
const made = async (kind: string, name: string, body: object = {}) =>
  (await admin.client.post(at(kind), { name: 'New', ...body }).expect(201)).body[name];

describe.each(KINDS)('/v1/admin/%s', (kind, name, thing, list) => {
  const MISSING = { error: `${thing} not found` };

  it('are for admins with a token', async () => {
    const calls = [
      ['get', at(kind)],
      ['post', at(kind)],
      ['patch', at(kind, UNKNOWN)],
      ['delete', at(kind, UNKNOWN)],
      ...(kind === 'badges' ? [['post', `${at(kind, UNKNOWN)}/award`]] : []),
    ] as ['get' | 'post' | 'patch' | 'delete', string][];
    for (const [method, path] of calls) {
      await service.client()[method](path).expect(401, NOT_AUTHENTICATED);
      await user.client[method](path).expect(403, FORBIDDEN);
    }
    const { body } = await admin.client.post('/v1/api-keys', { name: 'a key' }).expect(201);
    await service.client({ 'x-api-key': body.key }).get(at(kind)).expect(401, NOT_AUTHENTICATED);
  });

  it('are made, listed, changed and deleted', async () => {
    const one = await made(kind, name, { name: 'First' });
    expect(one).toMatchObject({ id: ID, name: 'First' });
    const all = async () => (await admin.client.get(at(kind)).expect(200)).body[list];
    expect(await all()).toContainEqual(one);
    const { body } = await admin.client.patch(at(kind, one.id), { name: 'Second' }).expect(200);
    expect(body).toEqual({ [name]: { ...one, name: 'Second' } });
    await admin.client.patch(at(kind, one.id), {}).expect(200, body);
    await admin.client.delete(at(kind, one.id)).expect(200, { message: `${thing} deleted` });
    expect(await all()).not.toContainEqual(expect.objectContaining({ id: one.id }));
    await admin.client.delete(at(kind, one.id)).expect(404, MISSING);
    await admin.client.patch(at(kind, one.id), { name: 'Third' }).expect(404, MISSING);
    for (const what of ['created', 'updated', 'deleted']) {
      const told = await events(service, admin.id, `admin.${thing.toLowerCase().replace(' ', '_')}_${what}`);
      const asRooms = await events(service, admin.id, `admin.room_category_${what}`);
      expect(JSON.stringify([...told, ...asRooms])).toContain(one.id);
    }
  });

  it('are 404 where they are missing, after what was sent is looked at', async () => {
    for (const id of [UNKNOWN, 'none', '5']) {
      await admin.client.patch(at(kind, id), { name: 'Any' }).expect(404, MISSING);
      await admin.client.patch(at(kind, id), { name: 5 }).expect(400);
      await admin.client.delete(at(kind, id)).expect(404, MISSING);
    }
  });

  it.each([{}, { name: '' }, { name: null }])('are not made of %j', (body) =>
    admin.client.post(at(kind), body).expect(400, { error: 'Name is required' }),
  );

  it.each([{ name: 5 }, { name: ' \t' }, { name: 'n'.repeat(101) }, { name: ['n'] }])(
    'have no name like %j',
    async (body) => {
      const { id } = await made(kind, name);
      for (const sent of [admin.client.post(at(kind), body), admin.client.patch(at(kind, id), body)]) {
        const { status, body: answer } = await sent;
        expect([status, answer.error, answer.details[0].field]).toEqual([400, 'Validation error', 'name']);
      }
    },
  );

  it('are made once for a repeated Idempotency-Key', async () => {
    const keyed = admin.client.with({ 'idempotency-key': `made-${kind}` });
    const ids = [1, 2].map(async () => (await keyed.post(at(kind), { name: 'Once' }).expect(201)).body[name].id);
    expect(new Set(await Promise.all(ids)).size).toBe(1);
  });
});

describe('badges', () => {
  it('have a description and a picture, or a medal of ours', async () => {
    const own = { name: 'Own', description: 'Of its own', icon_url: ICON };
    expect(await made('badges', 'badge', own)).toEqual({ id: ID, ...own });
    const icon_url = `${service.runtime.publicUrl}/v1/community/artwork/badge.svg`;
    expect(await made('badges', 'badge')).toEqual({ id: ID, name: 'New', description: '', icon_url });
    const { body } = await user.client.get('/v1/community/badges').expect(200);
    expect(body.badges).toContainEqual(expect.objectContaining(own));
  });

  it('keep the picture that ships, wherever the service lives, when it is sent back as it was shown', async () => {
    const { body } = await admin.client.get(at('badges')).expect(200);
    const [badge] = body.badges;
    await admin.client.patch(at('badges', badge.id), badge).expect(200, { badge });
    const { rows } = await service.database.query('SELECT icon_url FROM community.badges WHERE id = $1', [badge.id]);
    expect(rows).toEqual([{ icon_url: new URL(badge.icon_url).pathname }]);
  });

  it.each<[string, object]>([
    ['description', { description: 'd'.repeat(501) }],
    ['description', { description: 5 }],
    ['icon_url', { icon_url: '/v1/community/artwork/badge.svg' }],
    ['icon_url', { icon_url: 'javascript:alert(1)' }],
  ])('have no %s like %j', async (field, more) => {
    const { body } = await admin.client.post(at('badges'), { name: 'New', ...more }).expect(400);
    expect(body.details[0].field).toBe(field);
  });

  it('are awarded to somebody who is there', async () => {
    const { id } = await made('badges', 'badge');
    const award = (badge: string, body: object) => admin.client.post(`${at('badges', badge)}/award`, body);
    await award(id, {}).expect(400);
    await award(id, { user_id: 'ann' }).expect(400);
    await award(UNKNOWN, { user_id: user.id }).expect(404, { error: 'Badge not found' });
    await award('none', { user_id: user.id }).expect(404, { error: 'Badge not found' });
    await award(id, { user_id: UNKNOWN }).expect(404, { error: 'User not found' });
    const { body } = await award(id, { user_id: user.id.toUpperCase() }).expect(200);
    expect(body.user_badge.badge_id).toBe(id);
  });
});

describe('sticker packs', () => {
  const sticker = (name: string, more: object = {}) => ({ name, image_url: `${ICON}?${name}`, ...more });

  it('have their stickers in order, which stay the same ones where they are named', async () => {
    const pack = await made('sticker-packs', 'pack', {
      stickers: [sticker('a'), sticker('b'), sticker('c')],
    });
    expect(pack).toEqual({
      id: ID,
      name: 'New',
      thumbnail_url: `${ICON}?a`,
      stickers: ['a', 'b', 'c'].map((name) => ({ id: ID, ...sticker(name) })),
    });
    const [a, , c] = pack.stickers;
    const stickers = [sticker('d'), { ...c, name: 'C' }, { ...a, id: a.id.toUpperCase() }];
    const { body } = await admin.client.patch(at('sticker-packs', pack.id), { stickers }).expect(200);
    expect(body.pack.stickers).toEqual([{ id: ID, ...sticker('d') }, { ...c, name: 'C' }, a]);
    await admin.client
      .patch(at('sticker-packs', pack.id), { thumbnail_url: ICON })
      .expect(200, { pack: { ...body.pack, thumbnail_url: ICON } });
    const { packs } = (await user.client.get('/v1/community/stickers').expect(200)).body;
    expect(packs.at(-1)).toMatchObject({ stickers: body.pack.stickers });
  });

  it('take none from another pack, and are then as they were', async () => {
    const [one, other] = [
      await made('sticker-packs', 'pack', { stickers: [sticker('a')] }),
      await made('sticker-packs', 'pack', { stickers: [sticker('b')] }),
    ];
    const stolen = { name: 'Stolen', stickers: other.stickers };
    const NONE = { error: 'Sticker not found' };
    await admin.client.patch(at('sticker-packs', one.id), stolen).expect(404, NONE);
    await admin.client.post(at('sticker-packs'), stolen).expect(404, NONE);
    const { packs } = (await admin.client.get(at('sticker-packs')).expect(200)).body;
    expect(packs).toContainEqual(one);
    expect(packs).toContainEqual(other);
  });

  it.each<[string, unknown]>([
    ['stickers', 'a'],
    ['stickers', Array.from({ length: 201 }, () => sticker('a'))],
    ['stickers', [null]],
    ['stickers.0.name', [{ image_url: ICON }]],
    ['stickers.0.image_url', [{ name: 'a', image_url: 'data:,' }]],
    ['stickers.0.id', [sticker('a', { id: 'one' })]],
  ])('have no %s like that', async (field, stickers) => {
    const { body } = await admin.client.post(at('sticker-packs'), { name: 'New', stickers }).expect(400);
    expect(body.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });
});

describe('room categories', () => {
  it('have an icon and a place, the last where none is named', async () => {
    const last = await made('room-categories', 'category', { icon: '🪐' });
    expect(last).toEqual({ id: ID, name: 'New', icon: '🪐', position: expect.any(Number) });
    const after = await made('room-categories', 'category');
    expect(after).toMatchObject({ icon: null, position: last.position + 1 });
    const first = await made('room-categories', 'category', { position: 0 });
    const { categories } = (await admin.client.get(at('room-categories')).expect(200)).body;
    expect([categories[0], categories.at(-1)]).toEqual([first, after]);
    const path = at('room-categories', last.id);
    await admin.client.patch(path, { icon: null }).expect(200, { category: { ...last, icon: null } });
    await admin.client.patch(path, { position: 3 }).expect(200, {
      category: { ...last, icon: null, position: 3 },
    });
  });

  it.each([{ position: -1 }, { position: '1' }, { position: 1.5 }, { icon: '' }, { icon: 5 }])(
    'have nothing like %j',
    (more) => admin.client.post(at('room-categories'), { name: 'New', ...more }).expect(400),
  );
});
