import { atOnce, tally } from '../account/at-once.js';
import { get, picture, stored, storedAtRest, upload } from '../files/forms.js';
import { eventually, TestService } from '../support/service.js';
import { invalid, person, type Person } from './people.js';
import { draft, publish, single } from './posting.js';

let service: TestService;
let ann: Person;
let bob: Person;
let admin: Person;
beforeAll(async () => {
  service = await TestService.lease();
  admin = await person(service, 'admin');
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

interface File {
  id: string;
  url: string;
}

const text = async ({ client }: Person, words = 'words'): Promise<File> =>
  (await upload(client, words, 'a.txt').expect(201)).body.file;
const create = ({ client }: Person, media_ids: string[]) => client.post('/v1/posts', { media_ids });
const postsOf = async ({ id }: Person) =>
  (await service.database.query('SELECT FROM social.posts WHERE user_id = $1', [id])).rowCount;

describe('the files of a post', () => {
  it('are shown in their order, wherever the post is', async () => {
    const image = (await upload(ann.client, await picture('png', 60, 40), 'a.png').expect(201)).body.file;
    const file = await text(ann);
    const media = [
      { id: file.id, url: file.url, type: 'file', width: null, height: null, small_url: null },
      { id: image.id, url: image.url, type: 'image', width: 60, height: 40, small_url: `${image.url}/small` },
    ];
    const post = await publish(ann, { media_ids: [file.id, image.id.toUpperCase()] });
    expect(post.media).toEqual(media);
    expect((await single(service.client(), post)).media).toEqual(media);
    expect((await ann.client.get('/v1/feed').expect(200)).body.posts[0].media).toEqual(media);
    expect((await ann.client.patch(`/v1/posts/${post.id}`, { title: 'x' }).expect(200)).body.post.media).toEqual(media);
    await ann.client.delete(`/v1/files/${file.id}`).expect(409);
  });

  it('belong to the author, and each is used once, by one post', async () => {
    const [mine, his, used] = [await text(ann), await text(bob), await text(ann)];
    await publish(ann, { media_ids: [used.id] });
    for (const ids of [[his.id], [mine.id, his.id], [used.id], [mine.id, mine.id], [mine.id, mine.id.toUpperCase()]]) {
      const { body } = await create(ann, ids).expect(400);
      expect(body).toEqual(invalid('media_ids'));
    }
    await create(admin, [mine.id]).expect(400);
    expect(await postsOf(ann)).toBe(1);
    await publish(ann, { media_ids: [mine.id] });
  });

  it('are at most ten', async () => {
    const files = await Promise.all(Array.from({ length: 11 }, () => text(ann)));
    const ids = files.map(({ id }) => id);
    await create(ann, ids).expect(400);
    const { media } = await publish(ann, { media_ids: ids.slice(0, 10).toReversed() });
    expect(media.map(({ id }: File) => id)).toEqual(ids.slice(0, 10).toReversed());
  });

  it('go to one of several concurrent posts', async () => {
    const [one, other] = [await text(ann), await text(ann)];
    const answers = await atOnce(20, (n) => create(ann, n % 2 ? [one.id, other.id] : [other.id, one.id]));
    expect(tally(answers)).toEqual({ 201: 1, 400: 19 });
    expect(await postsOf(ann)).toBe(1);
  });

  it('are deleted with the post, including their bytes', async () => {
    const before = await storedAtRest(service);
    const [published, kept] = [await text(ann), await text(ann)];
    const posts = [
      await publish(ann, { media_ids: [published.id] }),
      await draft(ann, { media_ids: [(await text(ann)).id] }),
    ];
    await publish(ann, { media_ids: [kept.id] });
    expect(stored(service)).toHaveLength(before + 3);
    await admin.client.delete(`/v1/posts/${posts[0].id}`).expect(200);
    await ann.client.delete(`/v1/posts/${posts[1].id}`).expect(200);
    expect((await get(service, published.url)).status).toBe(404);
    expect((await get(service, kept.url)).status).toBe(200);
    await eventually(async () => expect(stored(service)).toHaveLength(before + 1));
  });
});
