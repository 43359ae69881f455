import { Bank } from '../community/bank.js';
import { RouteRegistry } from '../../src/platform/http/route.registry.js';
import { FORBIDDEN, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import { comment, ID, publish } from '../social/posting.js';
import { at, done, ELSEWHERE, ROOMS, type Scene, type Step, STEPS, write } from './audited.js';

let bank: Bank;
let admin: Person;
let scene: Scene;
beforeAll(async () => {
  bank = await Bank.start();
  admin = await person(bank.service, 'admin');
  scene = { bank, admin, user: await bank.person(50) };
});
afterAll(() => bank.stop());

const AUDIT = '/v1/admin/audit';
const entries = async (query = '') => (await done(admin.client.get(`${AUDIT}?${query}`))).entries;

const stepsOf = (all: Record<string, Step | string>) =>
  Object.entries(all).filter((entry): entry is [string, Step] => typeof entry[1] !== 'string');

async function expectEntry({ does, action, about }: Step): Promise<void> {
  const before = await entries('limit=100');
  await does(scene);
  const told = (await entries('limit=100')).filter(
    ({ id }: { id: string }) => !before.some((one: { id: string }) => one.id === id),
  );
  const meant = told.find((entry: any) => entry.action === action);
  expect(meant).toEqual({
    id: ID,
    action,
    admin_id: admin.id,
    admin: { id: admin.id, username: null },
    data: expect.any(Object),
    created_at: TIME,
  });
  expect(Object.values(meant.data)).toContain(about(scene));
}

describe('what staff changes', () => {
  it('is all looked at here', () => {
    const changing = bank.service.app
      .get(RouteRegistry)
      .all()
      .filter(({ method, path }) => path.startsWith('/v1/admin/') && method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(STEPS).sort()).toEqual(changing.sort());
  });

  it.each(stepsOf(ELSEWHERE))('elsewhere, %s, is in the log', (_, step) => expectEntry(step));

  it('of its own is not', async () => {
    const before = await entries();
    const { id } = await publish(admin);
    await done(admin.client.patch(`/v1/posts/${id}`, { title: 'Mine' }));
    const said = await comment(admin, { id });
    await done(admin.client.delete(`/v1/comments/${said.id}`));
    await done(admin.client.delete(`/v1/posts/${id}`));
    const { room } = await done(admin.client.post(ROOMS, { name: 'Mine' }));
    await done(admin.client.patch(`${ROOMS}/${room.id}`, { name: 'My own' }));
    await done(admin.client.delete(`${ROOMS}/${room.id}/messages/${await write(admin, room.id)}`));
    await done(admin.client.delete(`${ROOMS}/${room.id}`));
    expect(await entries()).toEqual(before);
  });

  it.each(stepsOf(STEPS))('by %s is in the log', (_, step) => expectEntry(step));
});

describe('GET /v1/admin/audit', () => {
  let other: Person;
  beforeAll(async () => {
    other = await person(bank.service, 'admin');
    await done(other.client.post(at('room-categories'), { name: 'His' }));
  });

  it('tells of one admin, and of one action', async () => {
    const [his, ...more] = await entries(`admin_id=${other.id}`);
    expect([his.action, his.admin_id, more]).toEqual(['admin.room_category_created', other.id, []]);
    const made = await entries('action=admin.room_category_created');
    expect(made.map(({ admin_id }: any) => admin_id)).toEqual([other.id, admin.id]);
    expect(await entries(`admin_id=${admin.id}&action=admin.room_category_created`)).toEqual([made[1]]);
    expect(await entries(`admin_id=${UNKNOWN}`)).toEqual([]);
    expect(await entries('action=post.published')).toEqual([]);
  });

  it('goes on page by page, newest first', async () => {
    const all = await entries('limit=100');
    for (const limit of [1, 7, 100]) {
      expect(await walk(admin.client, `${AUDIT}?limit=${limit}`, 'entries')).toEqual(all);
    }
    const times = all.map(({ created_at }: any) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    const by = `${AUDIT}?admin_id=${admin.id}&limit=3`;
    expect(await walk(admin.client, by, 'entries')).toEqual(all.filter((one: any) => one.admin_id === admin.id));
  });

  it('keeps what an admin did who is gone', async () => {
    await done(admin.client.delete(at('users', other.id)));
    const [his] = await entries(`admin_id=${other.id}`);
    expect(his).toMatchObject({ admin_id: other.id, admin: null });
  });

  it('is for staff, and refuses what it does not understand', async () => {
    await bank.service.client().get(AUDIT).expect(401);
    await (await bank.person()).client.get(AUDIT).expect(403, FORBIDDEN);
    await admin.client.get(`${AUDIT}?admin_id=me`).expect(400);
    await admin.client.get(`${AUDIT}?limit=0`).expect(400, { error: 'Invalid limit' });
    await admin.client.get(`${AUDIT}?cursor=x`).expect(400, { error: 'Invalid cursor' });
  });
});
