import { DatabaseService } from '../../src/platform/database/database.service.js';
import { FixtureService } from '../support/fixture-service.js';
import { eventually } from '../support/service.js';

let service: FixtureService;
let headers: { authorization: string };
beforeAll(async () => {
  service = await FixtureService.start({ variables: { DATABASE_POOL: '2' } });
  headers = await service.bearer();
});
afterAll(() => service.stop());

/** Takes every connection of the service until the returned function is called. */
async function occupy(): Promise<() => Promise<void>> {
  const database = service.app.get(DatabaseService);
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let taken = 0;
  const held = [1, 2].map(() =>
    database.transaction(async () => {
      taken++;
      await released;
    }),
  );
  while (taken < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  return async () => {
    release();
    await Promise.all(held);
  };
}

describe('when every connection of the pool is taken', () => {
  it('a request waits for 5 s and gets 503; requests without the database are served at once', async () => {
    const release = await occupy();
    const begun = performance.now();
    try {
      let refused = 0;
      const waiting = [1, 2, 3].map(() => service.ask('/v1/users/me', { headers }).finally(() => refused++));
      expect((await service.ask('/v1/health')).status).toBe(200);
      expect(refused).toBe(0);
      for (const answer of await Promise.all(waiting)) {
        expect(answer).toMatchObject({ status: 503, body: { error: 'Service unavailable' } });
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
      expect(performance.now() - begun).toBeGreaterThan(4_500);
      expect(performance.now() - begun).toBeLessThan(15_000);
    } finally {
      await release();
    }
    expect((await service.ask('/v1/users/me', { headers })).status).toBe(200);
  });

  it('a request that gets its turn in time is served', async () => {
    const release = await occupy();
    const waiting = service.ask('/v1/users/me', { headers });
    setTimeout(() => void release(), 300);
    expect((await waiting).status).toBe(200);
  });

  it('the metrics show it', async () => {
    const release = await occupy();
    const waiting = service.ask('/v1/users/me', { headers });
    await eventually(async () => {
      const { text } = await service.ask('/metrics');
      expect(text).toMatch(/^database_connections 2$/m);
      expect(text).toMatch(/^database_waiting [1-9]/m);
    }, 4);
    await release();
    await waiting;
  });
});
