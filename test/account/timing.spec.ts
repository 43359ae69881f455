import { PASSWORD, TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
  await service.account('known@example.com');
});
afterAll(() => service.stop());

const PAIRS = 40;
const KNOWN = 'known@example.com';

async function timed(path: string, body: object): Promise<number> {
  const begun = performance.now();
  await service.client().post(path, body);
  return performance.now() - begun;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

function alike({ known, unknown }: { known: number; unknown: number }): boolean {
  const difference = Math.abs(known - unknown);
  return difference <= 5 || difference <= 0.15 * Math.max(known, unknown);
}

/** Interleaved and in changing order, so that other load on the machine affects both alike. */
async function medians(path: string, more: object): Promise<{ known: number; unknown: number }> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const ofKnown = async () => known.push(await timed(path, { email: KNOWN, ...more }));
    const ofUnknown = async () => unknown.push(await timed(path, { email: `nobody${pair}@example.com`, ...more }));
    for (const one of pair % 2 ? [ofKnown, ofUnknown] : [ofUnknown, ofKnown]) await one();
  }
  return { known: median(known), unknown: median(unknown) };
}

describe('known and unknown addresses', () => {
  it.each([
    ['/v1/auth/sign-in', { password: 'not this one' }],
    ['/v1/auth/forgot-password', {}],
    ['/v1/auth/resend-verification', {}],
  ])(
    'take the same time at %s',
    async (path, more) => {
      // A difference in the code appears each time; a difference by machine load does not.
      const measured: { known: number; unknown: number }[] = [];
      while (measured.length < 10 && !measured.some(alike)) measured.push(await medians(path, more));
      expect(measured.some(alike) ? 'alike' : measured).toBe('alike');
    },
    300_000,
  );

  it.each(['/v1/auth/forgot-password', '/v1/auth/resend-verification'])('are answered alike at %s', async (path) => {
    const known = await service.client().post(path, { email: KNOWN }).expect(200);
    const unknown = await service.client().post(path, { email: 'nobody@example.com' }).expect(200);
    expect(known.body).toEqual({ message: expect.any(String) });
    expect(unknown.text).toBe(known.text);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort());
  });

  it('can be told apart only by sign-up', async () => {
    await service.client().post('/v1/auth/sign-up', { email: KNOWN, password: PASSWORD }).expect(409);
  });
});
