import { ReportsService } from '../../src/moderation/reports/reports.service.js';
import { TestService } from '../support/service.js';
import { person, type Person, UNKNOWN } from './people.js';
import { comment, draft, follow, NO_COMMENT, NO_POST, postsCount, publish, single } from './posting.js';

let service: TestService;
let ann: Person;
let admin: Person;
let crowd: Person[];
beforeAll(async () => {
  service = await TestService.lease();
  admin = await person(service, 'admin');
  crowd = await Promise.all(Array.from({ length: 4 }, () => person(service)));
  await service.database.query(`UPDATE account.users SET created_at = now() - interval '2 days'`);
});
beforeEach(async () => {
  ann = await person(service);
});
afterAll(() => service.stop());

const report = ({ client }: Person, type: string, { id }: { id: string }) =>
  client.post('/v1/reports', { reportable_type: type, reportable_id: id, reason: 'spam' });
const dismiss = (id: string) => service.app.get(ReportsService).decide(id, 'dismissed', admin.id);

describe('a reported post', () => {
  it('must be visible to the reporter', async () => {
    const [post, hidden] = [await publish(ann), await draft(ann)];
    for (const thing of [{ id: UNKNOWN }, hidden]) {
      await report(crowd[0] as Person, 'post', thing).expect(404, NO_POST);
    }
    for (const own of [post, hidden]) await report(ann, 'post', own).expect(201);
  });

  it('is hidden from others after three reports, until all are dismissed', async () => {
    const post = await publish(ann);
    await comment(crowd[0] as Person, post);
    await follow(crowd[0] as Person, ann);
    const young = await person(service);
    for (const who of [young, ...crowd.slice(0, 2)]) await report(who, 'post', post).expect(201);
    expect((await single(service.client(), post)).status).toBe('published');
    await report(crowd[2] as Person, 'post', post).expect(201);

    expect((await single(ann.client, post)).status).toBe('flagged');
    expect((await single(admin.client, post)).status).toBe('flagged');
    for (const client of [service.client(), (crowd[0] as Person).client]) {
      await client.get(`/v1/posts/${post.id}`).expect(404, NO_POST);
      await client.get(`/v1/posts/${post.id}/comments`).expect(404, NO_POST);
    }
    expect((await (crowd[0] as Person).client.get('/v1/feed').expect(200)).body.posts).toEqual([]);
    expect(await postsCount(admin.client, ann)).toBe(0);
    await report(crowd[3] as Person, 'post', post).expect(404, NO_POST);
    await ann.client.patch(`/v1/posts/${post.id}`, { status: 'published' }).expect(200);
    await service.client().get(`/v1/posts/${post.id}`).expect(404, NO_POST);

    const { rows } = await service.database.query('SELECT id FROM moderation.reports WHERE reportable_id = $1', [
      post.id,
    ]);
    for (const { id } of rows) {
      await service.client().get(`/v1/posts/${post.id}`).expect(404, NO_POST);
      await dismiss(id);
    }
    expect(await single(service.client(), post)).toMatchObject({ ...post, updated_at: expect.any(String) });
    expect(await postsCount(admin.client, ann)).toBe(1);
  });
});

describe('a reported comment', () => {
  it('must be visible to the reporter', async () => {
    const post = await publish(ann);
    const said = await comment(crowd[0] as Person, post);
    await report(crowd[0] as Person, 'comment', said).expect(201);
    await report(crowd[1] as Person, 'comment', { id: UNKNOWN }).expect(404, NO_COMMENT);
    await report(crowd[1] as Person, 'comment', post).expect(404, NO_COMMENT);
    await report(crowd[1] as Person, 'comment', said).expect(201);
    await ann.client.patch(`/v1/posts/${post.id}`, { status: 'draft' }).expect(200);
    await report(crowd[2] as Person, 'comment', said).expect(404, NO_COMMENT);
    await report(ann, 'comment', said).expect(201);
  });

  it('stays visible until staff decides', async () => {
    const post = await publish(ann);
    const said = await comment(ann, post);
    for (const who of crowd) await report(who, 'comment', said).expect(201);
    expect((await single(service.client(), post)).comments).toEqual([said]);
  });
});
