import { RouteRegistry } from '../../src/platform/http/route.registry.js';
import { FORBIDDEN, NOT_AUTHENTICATED, person, type Person, UNKNOWN } from '../social/people.js';
import { ask } from '../support/ask.js';
import { type Account, TestService } from '../support/service.js';

let service: TestService;
let user: Account;
let admin: Account;
beforeAll(async () => {
  service = await TestService.lease();
  [user, admin] = [await service.account(), await service.admin()];
});
afterAll(() => service.stop());

const bearer = ({ access_token }: Account) => ({ authorization: `Bearer ${access_token}` });
const routes = () =>
  service.app
    .get(RouteRegistry)
    .all()
    .filter(({ path }) => path.startsWith('/v1/admin/'));

it('every route of the admin area says 401 to a stranger and to a key, and 403 to a user, before all else', async () => {
  const { key } = (await admin.client.post('/v1/api-keys', { name: 'key' }).expect(201)).body;
  const machine: Person = await person(service, 'service_role');
  expect(routes().length).toBeGreaterThan(40);
  for (const { method, path, level } of routes()) {
    expect([path, level]).toEqual([path, 'admin']);
    for (const id of [UNKNOWN, 'none']) {
      const send = (headers: Record<string, string>) => {
        const body = method === 'GET' ? undefined : '{"status":5,';
        const sent = {
          ...headers,
          ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
        };
        return ask(service.url, path.replace(':id', id), { method, headers: sent, body });
      };
      const strangers: Record<string, string>[] = [{}, { 'x-api-key': key }, { authorization: 'Bearer none' }];
      for (const headers of strangers) {
        expect(await send(headers)).toMatchObject({ status: 401, body: NOT_AUTHENTICATED });
      }
      expect(await send(bearer(user))).toMatchObject({ status: 403, body: FORBIDDEN });
    }
  }
  await machine.client.get('/v1/admin/users').expect(200);
});

const USERS = '/v1/admin/users';
/** Ways to write the same address, or one that some server takes for it. */
const SPELLINGS = [
  '/V1/admin/users',
  '/v1/Admin/users',
  '/v1/ADMIN/USERS',
  '//v1/admin/users',
  '/v1//admin/users',
  '/v1/admin//users',
  '/v1/admin/users/',
  '/v1/admin/users//',
  '/v1/./admin/users',
  '/v1/x/../admin/users',
  '/v1/users/../admin/users',
  '/v1/%2e/admin/users',
  '/v1/x/%2e%2e/admin/users',
  '/v1/x%2f..%2fadmin/users',
  '/v1%2fadmin%2fusers',
  '/v1/admin%2fusers',
  '/v1/%61dmin/users',
  '/v1/admin/%75sers',
  '/v1/admin/users%20',
  '/v1/admin/users%00',
  '/v1/admin/users;x=1',
  '/v1/admin;x=1/users',
  '/v1/admin/users.json',
  '/v1/admin/users?',
  '/v1/admin/users#x',
  '/v1\\admin\\users',
  '/v1/admin/users?_method=GET',
  'http://localhost/v1/admin/users',
  '/%2fv1/admin/users',
  '/v1/admin/users/%2e',
];
const OVERRIDES: Record<string, string>[] = [
  { 'x-http-method-override': 'GET' },
  { 'x-method-override': 'DELETE' },
  { 'x-original-url': USERS },
  { 'x-rewrite-url': USERS },
  { 'x-forwarded-prefix': '/v1/admin' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
  { 'x-user-role': 'admin', role: 'admin' },
];

describe('no other way to write it', () => {
  it.each(SPELLINGS)('opens %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE', 'PUT']) {
      for (const headers of [{}, bearer(user)]) {
        const { status, text } = await ask(service.url, path, { method, headers });
        expect([method, text.includes(admin.email), text.includes('"users"')]).toEqual([method, false, false]);
        // Of what may be done there, OPTIONS tells everybody; all else is refused.
        if (method !== 'OPTIONS') expect([method, status >= 400 && status < 500]).toEqual([method, true]);
      }
    }
  });

  it.each(OVERRIDES)('opens it by the headers %j', async (override) => {
    for (const path of [USERS, `${USERS}/${admin.id}`, '/v1/users/me', '/']) {
      for (const headers of [{}, bearer(user)]) {
        for (const method of ['GET', 'POST']) {
          const { text } = await ask(service.url, path, { method, headers: { ...headers, ...override } });
          expect([path, text.includes(admin.email)]).toEqual([path, false]);
        }
      }
    }
    await admin.client.get(`${USERS}/${admin.id}`).expect(200);
    await user.client.get('/v1/users/me').expect(200);
  });
});
