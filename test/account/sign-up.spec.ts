import { TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const signUp = (body: object) => service.client().post('/v1/auth/sign-up', body);

describe('POST /v1/auth/sign-up', () => {
  it('answers with id and address, and nothing else', async () => {
    const { body } = await signUp({ email: ' Ann@Example.com ', password: 'long enough', first_name: 'Ann' }).expect(201);
    expect(body).toEqual({ user: { id: expect.any(String), email: 'ann@example.com' } });
  });
});
