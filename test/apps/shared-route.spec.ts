import type { PublicAnswer } from '../../src/apps/kernel/pages/public-answers.js';
import type { PublicRequest } from '../../src/apps/kernel/pages/public-surface.js';
import { sharedRoute } from '../../src/apps/kernel/pages/shared-route.js';
import type { ServedDomain } from '../../src/apps/contracts/domains.js';
import { Newsroom } from './blog/newsroom.js';

const request = (path: string, given: Partial<PublicRequest> & { headers?: Record<string, string> } = {}) => {
  const { headers = {}, ...more } = given;
  return { method: 'GET', path, query: '', visitor: { headers }, ...more } as PublicRequest;
};

describe('a shared route', () => {
  /** Answers with the number of the making, when the spec lets it. */
  function held() {
    const waiting: (() => void)[] = [];
    let made = 0;
    const route = sharedRoute(async ({ path }) => {
      const body = `${path} ${++made}`;
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (path === 'broken') throw new Error(body);
      return { status: 200, body };
    }, 'sec-gpc');
    const ask = async (path: string, given = {}) =>
      ((await route(request(path, given), {})) as PublicAnswer).body as string;
    const release = async () => {
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { ask, release, made: () => made };
  }

  it('is made once for all who ask while it is made, and begins after they have asked', async () => {
    const { ask, release, made } = held();
    const first = ask('page');
    const others = [ask('page'), ask('page'), ask('page')];
    expect(made()).toBe(1);
    await release();
    expect(await first).toBe('page 1');
    const late = ask('page');
    await release();
    expect(await Promise.all(others)).toEqual(['page 2', 'page 2', 'page 2']);
    await release();
    expect(await late).toBe('page 3');
    const alone = ask('page');
    await release();
    expect(await alone).toBe('page 4');
  });

  it('is another one for each path, query, domain and header that it depends on', async () => {
    const { ask, release, made } = held();
    const domain = { host: 'bread.example' } as ServedDomain;
    const asked = [
      ask('page'),
      ask('other'),
      ask('page', { query: 'page=2' }),
      ask('page', { domain }),
      ask('page', { headers: { 'sec-gpc': '1' } }),
    ];
    expect(made()).toBe(5);
    const sharing = ask('page', { headers: { 'user-agent': 'another' } });
    expect(made()).toBe(5);
    for (const _ of [...asked, sharing]) await release();
    expect(new Set(await Promise.all(asked)).size).toBe(5);
    expect(await sharing).toBe('page 6');
  });

  it('is made again after it has failed', async () => {
    const { ask, release } = held();
    const asked = [ask('broken'), ask('broken'), ask('broken')].map((one) => one.catch(({ message }) => message));
    await release();
    await release();
    expect(await Promise.all(asked)).toEqual(['broken 1', 'broken 2', 'broken 2']);
  });
});

describe('the page of a post that many read', () => {
  let room: Newsroom;
  beforeAll(async () => {
    room = await Newsroom.start();
  });
  afterAll(() => room.stop());

  it('has what was saved before somebody asked for it', async () => {
    const ann = await room.author();
    const post = await room.published(ann, { title: 'Rye 0' });
    const path = `${ann.blog.handle}/${post.slug}`;
    let isOver = false;
    const statuses = new Set<number>();
    const reader = async () => {
      while (!isOver) statuses.add((await room.open(path)).status);
    };
    const readers = Array.from({ length: 10 }, reader);
    try {
      let current = post;
      for (let n = 1; n <= 20; n++) {
        current = (await room.save(ann, current, { title: `Rye ${n}` })).post;
        const read = await Promise.all(Array.from({ length: 4 }, () => room.open(path)));
        for (const { text } of read) expect(text).toContain(`<h1>Rye ${n}</h1>`);
      }
    } finally {
      isOver = true;
      await Promise.all(readers);
    }
    expect(statuses).toEqual(new Set([200]));
  });
});
