import { PASSWORD, TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const FAULT = { field: 'email', message: 'email must be a valid e-mail address' };
const CHARACTERS = [
  '\n',
  '\r\n',
  '\r',
  '\x1b[2J',
  '\x07',
  '\t',
  '\x01',
  '\x7f',
  '\u0085',
  '\u009b',
  '\u2028',
  '\u2029',
];

describe('an e-mail address with a control character', () => {
  it.each(CHARACTERS)('%j is refused within a quoted local part', async (character) => {
    for (const email of [`"a${character}b"@example.com`, `"a\\${character}b"@example.com`]) {
      const { body } = await service.client().post('/v1/auth/sign-up', { email, password: PASSWORD }).expect(400);
      expect(body).toEqual({ error: 'Validation error', details: [FAULT] });
      await service.client().post('/v1/auth/forgot-password', { email }).expect(400);
    }
  });

  it('is refused with a display name or within the domain', async () => {
    for (const email of ['a@exam\x1bple.com', 'a\x07@example.com', 'Me\n <a@example.com>'])
      await service.client().post('/v1/auth/sign-up', { email, password: PASSWORD }).expect(400);
  });
});
