import { ExtensionsService } from '../../src/platform/extensions.service.js';
import type { Caller } from '../../src/platform/access/access.js';
import { TypingHandler } from '../../src/realtime/extension-points.js';
import { atOnce, tally } from '../account/at-once.js';
import { NOT_AUTHENTICATED, person, type Person, UNKNOWN } from '../social/people.js';
import { standingClock } from '../support/clock.js';
import { TestService } from '../support/service.js';
import { block, conversation, type Hinted, hints } from './direct-people.js';

let service: TestService;
let ann: Person;
let bob: Person;
let heard: Hinted[];
beforeAll(async () => {
  service = await TestService.lease();
  heard = hints(service, 'typing');
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
  heard.length = 0;
});
afterAll(() => service.stop());

const NO_CHANNEL = { error: 'Channel not found' };
const type = ({ client }: Pick<Person, 'client'>, channel_id: unknown, is_typing: unknown = true) =>
  client.post('/v1/community/typing', { channel_id, is_typing });
const room = async ({ client }: Person, fields: object = {}): Promise<string> =>
  (await client.post('/v1/community/rooms', { name: 'A room', ...fields }).expect(201)).body.room.id;
const event = ({ id }: Person, channel_id: string, is_typing: boolean, stream: string) => ({
  stream,
  type: 'typing',
  actor_id: id,
  data: { channel_id, user_id: id, is_typing, expires_in_ms: 6000 },
});

describe('POST /v1/community/typing', () => {
  it('sends a hint to both participants of a conversation', async () => {
    const id = await conversation(ann, bob);
    await type(ann, id.toUpperCase()).expect(200, { channel_id: id, user_id: ann.id, is_typing: true });
    expect(heard).toEqual([event(ann, id, true, `user:${ann.id}`), event(ann, id, true, `user:${bob.id}`)]);
  });

  it('sends a hint to a room', async () => {
    const id = await room(ann);
    await bob.client.post(`/v1/community/rooms/${id}/join`).expect(200);
    await type(bob, id).expect(200, { channel_id: id, user_id: bob.id, is_typing: true });
    expect(heard).toEqual([event(bob, id, true, `room:${id}`)]);
  });

  it('repeats the hint after three seconds, and sends the end at once', () =>
    standingClock(async (pass) => {
      const [id, other] = [await room(ann), await room(ann)];
      expect(tally(await atOnce(20, () => type(ann, id)))).toEqual({ 200: 20 });
      await type(ann, other).expect(200);
      for (let n = 0; n < 2; n++)
        await type(ann, id, false).expect(200, { channel_id: id, user_id: ann.id, is_typing: false });
      pass(2_999);
      await type(ann, id).expect(200);
      const said = (is_typing: boolean, of = id) => event(ann, of, is_typing, `room:${of}`);
      const before = [said(true), said(true, other), said(false), said(false)];
      expect(heard).toEqual(before);
      pass(1);
      await type(ann, id).expect(200);
      expect(heard).toEqual([...before, said(true)]);
    }));

  it('stores nothing', async () => {
    const id = await conversation(ann, bob);
    const written = async () =>
      (
        await service.database.query(
          'SELECT (SELECT count(*) FROM realtime.events) AS log, (SELECT count(*) FROM events.domain_events) AS outbox',
        )
      ).rows;
    const before = await written();
    await type(ann, id).expect(200);
    expect(await written()).toEqual(before);
  });

  it('is refused where the caller may not write', async () => {
    const id = await room(ann);
    await type(bob, id).expect(404, NO_CHANNEL);
    await bob.client.post(`/v1/community/rooms/${id}/join`).expect(200);
    const moderate = (what: string, body: object = {}) =>
      ann.client.post(`/v1/community/rooms/${id}/moderation/${what}`, { user_id: bob.id, ...body }).expect(200);
    await moderate('mute', { duration_minutes: 10 });
    const { headers } = await type(bob, id).expect(403, { error: 'You are muted in this room' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(590);
    await moderate('ban');
    await type(bob, id).expect(404, NO_CHANNEL);
    await type(await person(service, 'admin'), id).expect(404, NO_CHANNEL);
    await type(bob, await room(ann, { is_private: true })).expect(404, NO_CHANNEL);

    const talk = await conversation(ann, bob);
    await type(await person(service), talk).expect(404, NO_CHANNEL);
    await block(bob, ann);
    await type(ann, talk).expect(404, NO_CHANNEL);
    await type(bob, talk, false).expect(404, NO_CHANNEL);
    await type(ann, UNKNOWN).expect(404, NO_CHANNEL);
    expect(heard).toEqual([]);
  });

  it('needs a channel, a boolean and authentication', async () => {
    const id = await conversation(ann, bob);
    for (const channel of [null, '', 'x', 7, [id]])
      expect((await type(ann, channel).expect(400)).body.details[0].field).toBe('channel_id');
    for (const is_typing of [null, 'true', 1, 0, {}])
      expect((await type(ann, id, is_typing).expect(400)).body.details[0].field).toBe('is_typing');
    await ann.client.post('/v1/community/typing', {}).expect(400);
    await type({ client: service.client() }, id).expect(401, NOT_AUTHENTICATED);
  });

  it('is the same over the socket', () =>
    standingClock(async () => {
      const keeper = service.app.get(ExtensionsService).one(TypingHandler).value;
      const id = await conversation(ann, bob);
      const caller = { id: ann.id, role: 'user' } as Caller;
      await keeper.type(caller, id, true);
      await type(ann, id).expect(200);
      expect(heard).toHaveLength(2);
      for (const channel of [UNKNOWN, 'x'])
        await expect(keeper.type(caller, channel, true)).rejects.toMatchObject({
          status: 404,
          message: NO_CHANNEL.error,
        });
    }));
});
