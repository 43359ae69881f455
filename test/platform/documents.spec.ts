import { FixtureService } from '../support/fixture-service.js';

let service: FixtureService;
beforeAll(async () => (service = await FixtureService.start()));
afterAll(() => service?.stop());

describe.each(['/v1/openapi.json', '/v1/realtime/schema'])('%s', (path) => {
  it('is not sent again to a client that has it', async () => {
    const { status, headers, body, text } = await service.ask(path);
    expect(status).toBe(200);
    expect(body.openapi ?? body.asyncapi).toMatch(/^3\./);
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'access-control-allow-origin': '*',
    });
    const etag = headers.etag as string;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await service.ask(path, { headers: { 'if-none-match': known } });
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag } });
    }
  });

  it('is sent to a client that has another version, or asks for a fresh one', async () => {
    const { headers } = await service.ask(path);
    const etag = headers.etag as string;
    expect((await service.ask(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const anew = { 'if-none-match': etag, 'cache-control': 'no-cache' };
    expect((await service.ask(path, { headers: anew })).status).toBe(200);
  });

  it('answers HEAD without its bytes', async () => {
    const { status, text, headers } = await service.ask(path, { method: 'HEAD' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(Number(headers['content-length'])).toBeGreaterThan(1_000);
  });
});
