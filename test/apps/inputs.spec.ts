import { type Account, TestService } from '../support/service.js';
import { HelloApp } from './hello/hello.app.js';

let service: TestService;
let ann: Account;
let admin: Account;
beforeAll(async () => {
  service = await TestService.start({}, { apps: [HelloApp] });
  [ann, admin] = await Promise.all([service.account(), service.admin()]);
  await ann.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
});
afterAll(() => service.stop());

const hello = ({ client }: Pick<Account, 'client'>, action: string, body?: object) =>
  client.post(`/v1/apps/hello/${action}`, body);

describe('a field whose shape depends on the kind', () => {
  it('is checked as what it is, and its texts are filtered', async () => {
    const draw = (body: object) => hello(ann, 'draw-shape', body);
    const { body } = await draw({ kind: 'square', content: { side: 3 } }).expect(200);
    expect(body.shape).toBe('Square {"side":3}');
    const faults = async (content: unknown, kind = 'square') =>
      (await draw({ kind, content: content as object }).expect(400)).body.details.map(
        ({ field }: { field: string }) => field,
      );
    expect(await faults({ side: 'x', corner: 1 })).toEqual(expect.arrayContaining(['content.side', 'content.corner']));
    expect(await faults({ side: 3 }, 'label')).toEqual(expect.arrayContaining(['content.words', 'content.side']));
    expect(await faults({ side: 3 }, 'circle')).toEqual(['kind']);
    for (const content of [null, [], 'x', 7]) expect(await faults(content)).toEqual(['content']);
    await draw({ kind: 'label', content: { words: 'Hi' } }).expect(200, { shape: 'Label {"words":"Hi"}' });
  });
});

describe('a field for administrators', () => {
  it('is refused to others, whatever it says', async () => {
    const wish = { kind: 'square', content: { side: 3 } };
    for (const pinned of [true, false])
      await hello(ann, 'draw-shape', { ...wish, pinned }).expect(403, { error: 'Forbidden' });
    await hello(ann, 'draw-shape', wish).expect(200);
    await hello(admin, 'draw-shape', { ...wish, pinned: false }).expect(200, { shape: 'Square {"side":3} pinned' });
  });
});
