import { PurgeOldStoriesJob } from '../../src/social/stories/purge-old-stories.job.js';
import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { get, picture, stored, storedAtRest, upload } from '../files/forms.js';
import { eventually } from '../support/service.js';
import { invalid, person, type Person } from './people.js';

let service: TestService;
let ann: Person;
let bob: Person;
let bytes: Buffer;
beforeAll(async () => {
  service = await TestService.lease();
  bytes = await picture('png');
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

interface Made {
  id: string;
  url: string;
  small_url: string;
}

const give = async ({ client }: Person): Promise<Made> => (await upload(client, bytes, 'a.png').expect(201)).body.file;
const frame = (media_url: string) => ({ media_url, media_type: 'image' });
const tell = ({ client }: Person, ...addresses: string[]) =>
  client.post('/v1/stories', { frames: addresses.map(frame) });
/** True for each file that is in use; undefined for a deleted file. */
const uses = async ({ client }: Person, ...files: Made[]) => {
  const { body } = await client.get('/v1/files').expect(200);
  return files.map(({ id }) => body.files.find((file: Made) => file.id === id)?.attached);
};
const stories = async () =>
  (await service.database.query('SELECT FROM social.stories WHERE user_id = $1', [ann.id])).rowCount;

describe('a story with files of its owner', () => {
  it('keeps them, by each of their addresses, and shows the addresses as they were given', async () => {
    const [whole, small, other] = [await give(ann), await give(ann), await give(ann)];
    const addresses = [whole.url, small.small_url, whole.url, `${whole.url}?x=1`, 'https://example.com/a.png'];
    const { body } = await tell(ann, ...addresses).expect(201);
    expect(body.story.story_frames.map(({ media_url }: { media_url: string }) => media_url)).toEqual(addresses);
    expect(Object.keys(body.story.story_frames[0])).not.toContain('file_id');
    expect(await uses(ann, whole, small, other)).toEqual([true, true, false]);
    await ann.client.delete(`/v1/files/${whole.id}`).expect(409, { error: 'File is in use' });
  });

  it('releases the files and their bytes when the owner or an admin deletes it', async () => {
    const before = await storedAtRest(service);
    const admin = await person(service, 'admin');
    for (const who of [ann, admin]) {
      const file = await give(ann);
      const { body } = await tell(ann, file.url).expect(201);
      await bob.client.delete(`/v1/stories/${body.story.id}`).expect(403);
      expect(await uses(ann, file)).toEqual([true]);
      await who.client.delete(`/v1/stories/${body.story.id}`).expect(200);
      expect(await uses(ann, file)).toEqual([undefined]);
      expect((await get(service, file.url)).status).toBe(404);
    }
    await eventually(async () => expect(stored(service)).toHaveLength(before));
  });

  it('releases the files when the job deletes it, and not before', async () => {
    const [old, young] = [await give(ann), await give(ann)];
    const { body } = await tell(ann, old.url).expect(201);
    await tell(ann, young.url).expect(201);
    await service.database.query(
      `UPDATE social.stories SET expires_at = now() - interval '7 days 1 minute' WHERE id = $1`,
      [body.story.id],
    );
    await Promise.all([1, 2, 3].map(() => service.app.get(PurgeOldStoriesJob).run({})));
    expect(await uses(ann, old, young)).toEqual([undefined, true]);
    expect(await stories()).toBe(1);
  });

  it('accepts only files that belong to the owner and are free', async () => {
    const [own, used, foreign] = [await give(ann), await give(ann), await give(bob)];
    await ann.client.post('/v1/posts', { media_ids: [used.id] }).expect(201);
    const gone = await give(ann);
    await ann.client.delete(`/v1/files/${gone.id}`).expect(200);
    for (const file of [used, foreign, gone]) {
      expect((await tell(ann, own.url, file.url).expect(400)).body).toEqual(invalid('frames'));
      expect((await tell(ann, own.url, file.url.replace(file.id, file.id.toUpperCase())).expect(400)).body).toEqual(
        invalid('frames'),
      );
    }
    expect(await stories()).toBe(0);
    expect(await uses(ann, own, used)).toEqual([false, true]);
    expect(await uses(bob, foreign)).toEqual([false]);
  });

  it('is the only one of twenty concurrent stories with the same file', async () => {
    const file = await give(ann);
    expect(tally(await atOnce(20, () => tell(ann, file.url)))).toEqual({ 201: 1, 400: 19 });
    expect(await stories()).toBe(1);
  });

  it('treats a URL that only resembles one of a file as an external URL', async () => {
    const file = await give(bob);
    const elsewhere = [
      file.url.replace(/:\d+/, ':1'),
      file.url.replace('http:', 'https:'),
      file.url.replace('/v1/files/', '/v1/other/'),
      `https://example.com/?${file.url}`,
      file.url.replace(file.id, 'not-an-id'),
    ];
    await tell(ann, ...elsewhere).expect(201);
    expect(await uses(bob, file)).toEqual([false]);
  });
});
