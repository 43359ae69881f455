import { ask } from '../support/ask.js';
import { NOT_AUTHENTICATED, person, type Person } from '../social/people.js';
import { TestService } from '../support/service.js';
import { ID } from './direct-people.js';

let service: TestService;
let ann: Person;
beforeAll(async () => {
  service = await TestService.lease();
  ann = await person(service);
});
afterAll(() => service.stop());

interface Pack {
  thumbnail_url: string;
  stickers: { image_url: string }[];
}

describe('GET /v1/community/stickers', () => {
  it('lists two packs of six stickers', async () => {
    const { body } = await ann.client.get('/v1/community/stickers').expect(200);
    const picture = expect.stringMatching(`^${service.runtime.publicUrl}/v1/community/artwork/sticker-[a-z-]+\\.svg$`);
    const six = Array.from({ length: 6 }, () => ({ id: ID, name: expect.any(String), image_url: picture }));
    const pack = (name: string) => ({ id: ID, name, thumbnail_url: picture, stickers: six });
    expect(body).toEqual({ packs: [pack('Moods'), pack('Celebrations')] });
    const addresses = (body.packs as Pack[]).flatMap(({ thumbnail_url, stickers }) => [
      thumbnail_url,
      ...stickers.map(({ image_url }) => image_url),
    ]);
    expect(new Set(addresses).size).toBe(12);
    for (const address of addresses) await service.client().get(new URL(address).pathname).expect(200);
  });

  it('needs authentication', () => service.client().get('/v1/community/stickers').expect(401, NOT_AUTHENTICATED));
});

describe('GET /v1/community/artwork/{name}', () => {
  it('is a sandboxed picture that may be cached for ever', async () => {
    const { status, headers, text } = await ask(service.url, '/v1/community/artwork/sticker-cool.svg');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(text).toMatch(/^<svg [^>]*viewBox="0 0 128 128">[\s\S]*<\/svg>$/);
    expect(text).not.toMatch(/<script|\son\w+=|href|javascript:/i);
  });

  it.each(['nothing.svg', 'sticker-cool', 'sticker-cool.png', 'constructor', '..%2Fbadge.svg', '%00.svg'])(
    'is 404 for %s',
    async (name) => {
      const { status, headers } = await ask(service.url, `/v1/community/artwork/${name}`);
      expect([400, 404]).toContain(status);
      expect(headers['content-type']).toMatch('application/json');
      expect(headers['cache-control'] ?? '').not.toMatch('immutable');
    },
  );

  it('is 404 for an unknown name', () =>
    service.client().get('/v1/community/artwork/none.svg').expect(404, { error: 'Artwork not found' }));
});
