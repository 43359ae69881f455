import { events, NOT_AUTHENTICATED, notices, person, type Person, TIME, UNKNOWN } from '../social/people.js';
import { atOnce, tally } from '../account/at-once.js';
import { PASSWORD, TestService } from '../support/service.js';
import { ID, told } from './direct-people.js';

let service: TestService;
let ann: Person;
let admin: Person;
beforeAll(async () => {
  service = await TestService.lease();
  admin = await person(service, 'admin');
});
beforeEach(async () => {
  ann = await person(service);
});
afterAll(() => service.stop());

const PATH = '/v1/community/badges';
const badges = async () => (await ann.client.get(PATH).expect(200)).body.badges;
const badgesOf = async ({ id }: { id: string }) =>
  (await ann.client.get(`${PATH}/user/${id}`).expect(200)).body.user_badges;
const award = (badge: { id: string }, { id: user_id }: { id: string }) =>
  admin.client.post(`/v1/admin/badges/${badge.id}/award`, { user_id });

describe('GET /v1/community/badges', () => {
  it('lists the six default badges with pictures that the service serves', async () => {
    const all = await badges();
    expect(all).toHaveLength(6);
    for (const badge of all) {
      expect(badge).toEqual({
        id: ID,
        name: expect.any(String),
        description: expect.any(String),
        icon_url: expect.stringMatching(`^${service.runtime.publicUrl}/v1/community/artwork/badge-\\w+\\.svg$`),
      });
      await service.client().get(new URL(badge.icon_url).pathname).expect(200);
    }
    expect(new Set(all.map(({ icon_url }: { icon_url: string }) => icon_url)).size).toBe(6);
  });

  it('needs authentication', async () => {
    await service.client().get(PATH).expect(401, NOT_AUTHENTICATED);
    await service.client().get(`${PATH}/user/${ann.id}`).expect(401, NOT_AUTHENTICATED);
  });
});

describe('GET /v1/community/badges/user/{id}', () => {
  it('lists the badges of a user, newest first', async () => {
    const [first, second] = await badges();
    expect(await badgesOf(ann)).toEqual([]);
    await award(first, ann).expect(200);
    await award(second, ann).expect(200);
    const shown = (badge: { id: string }) => ({ badge_id: badge.id, earned_at: TIME, badge });
    expect(await badgesOf(ann)).toEqual([shown(second), shown(first)]);
    expect(await badgesOf(await person(service))).toEqual([]);
  });

  it('accepts a username too', async () => {
    await ann.client.patch('/v1/users/me', { username: 'badge_ann' }).expect(200);
    expect(await badgesOf({ id: 'badge_ann' })).toEqual([]);
  });

  it.each(['nobody', UNKNOWN, '5', '%20'])('is 404 for %s', (id) =>
    ann.client.get(`${PATH}/user/${id}`).expect(404, { error: 'User not found' }),
  );

  it('is 404 for a banned user', async () => {
    const bob = await person(service);
    await service.setStatus(bob.id, 'banned');
    await ann.client.get(`${PATH}/user/${bob.id}`).expect(404, { error: 'User not found' });
  });
});

describe('a badge that is awarded', () => {
  it('is announced once, however often it is awarded', async () => {
    const [badge] = await badges();
    const answers = await atOnce(20, () => award(badge, ann));
    expect(tally(answers)).toEqual({ 200: 20 });
    const [{ body }] = answers as [(typeof answers)[0]];
    expect(body).toEqual({ user_badge: { badge_id: badge.id, earned_at: TIME, badge } });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await badgesOf(ann)).toEqual([body.user_badge]);
    expect(await told(service, ann, 'badge.earned')).toEqual([
      { type: 'badge.earned', actor_id: admin.id, data: body },
    ]);
    expect(await notices(ann.client)).toEqual([{ type: 'badge_earned', actors: [] }]);
    const { notifications } = (await ann.client.get('/v1/notifications').expect(200)).body;
    expect(notifications[0]).toMatchObject({
      about: { kind: 'badge', id: badge.id },
      data: { name: badge.name },
    });
    const awards = await events(service, admin.id, 'admin.badge_awarded');
    expect(awards).toContainEqual({ badge_id: badge.id, user_id: ann.id });
  });

  it('is deleted with the badge and with the account', async () => {
    const { body } = await admin.client.post('/v1/admin/badges', { name: 'Gone soon' }).expect(201);
    await award(body.badge, ann).expect(200);
    await admin.client.delete(`/v1/admin/badges/${body.badge.id}`).expect(200);
    expect(await badgesOf(ann)).toEqual([]);
    expect(await notices(ann.client)).toEqual([]);
    const bob = await service.account();
    const [badge] = await badges();
    await award(badge, bob).expect(200);
    await bob.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    const { rows } = await service.database.query('SELECT FROM community.user_badges WHERE user_id = $1', [bob.id]);
    expect(rows).toEqual([]);
  });
});
