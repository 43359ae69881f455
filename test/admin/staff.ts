import { FORBIDDEN, NOT_AUTHENTICATED, type Person } from '../social/people.js';
import type { TestService } from '../support/service.js';

type Method = 'get' | 'post' | 'patch' | 'delete';

/** Refused to all but admins with a token, before anything is said of what they sent. */
export async function expectStaffOnly(
  service: TestService,
  { user, admin }: { user: Person; admin: Person },
  ...calls: [Method, string][]
): Promise<void> {
  const { body } = await admin.client.post('/v1/api-keys', { name: 'a key' }).expect(201);
  const key = service.client({ 'x-api-key': body.key });
  for (const [method, path] of calls) {
    const send = (client: Person['client']) => client[method](path, method === 'get' ? undefined : { x: 1 });
    await send(service.client()).expect(401, NOT_AUTHENTICATED);
    await send(key).expect(401, NOT_AUTHENTICATED);
    await send(user.client).expect(403, FORBIDDEN);
  }
}

/** What the audit log holds of the admin's changes of this kind, oldest first. */
export async function audited({ database }: TestService, adminId: string, type: string): Promise<object[]> {
  const { rows } = await database.query(
    'SELECT data FROM events.domain_events WHERE staff AND actor_id = $1 AND type = $2 ORDER BY id',
    [adminId, type],
  );
  return rows.map(({ data }) => data);
}
