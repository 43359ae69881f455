import { atOnce, tally } from '../account/at-once.js';
import { person, type Person } from '../social/people.js';
import { TestService } from '../support/service.js';

let service: TestService;
/** Stays an admin, whatever the others do to each other. */
let admin: Person;
beforeAll(async () => {
  service = await TestService.lease();
  admin = await person(service, 'admin');
});
afterAll(() => service.stop());

const USERS = '/v1/admin/users';
const patch = (id: string, body: object, by = admin) => by.client.patch(`${USERS}/${id}`, body);
const remove = (id: string, by = admin) => by.client.delete(`${USERS}/${id}`);
const setRole = (id: string, role: string) =>
  service.database.query('UPDATE account.users SET role = $2 WHERE id = $1', [id, role]);

describe('staff', () => {
  it('does not shut itself out', async () => {
    await patch(admin.id, { role: 'user' }).expect(409, { error: 'You cannot change your own role' });
    for (const user_status of ['banned', 'suspended']) {
      await patch(admin.id, { user_status }).expect(409, { error: 'You cannot shut yourself out' });
    }
    await remove(admin.id).expect(409, { error: 'You cannot delete yourself' });
    await patch(admin.id, { role: 'admin', user_status: 'active', verified: true }).expect(200);
  });

  it('leaves a service account its role, and may shut it out', async () => {
    const machine = await person(service, 'service_role');
    const KEPT = { error: 'A service account keeps its role' };
    await patch(machine.id, { role: 'user' }).expect(409, KEPT);
    await patch(machine.id, { role: 'admin' }, machine).expect(409, KEPT);
    await machine.client.get(USERS).expect(200);
    await patch(machine.id, { user_status: 'banned' }).expect(200);
    await machine.client.get(USERS).expect(401);
  });

  it('keeps its last admin who may sign in', async () => {
    const machine = await person(service, 'service_role');
    const banned = await person(service, 'admin');
    await patch(banned.id, { user_status: 'banned' }).expect(200);
    const by = (body: object) => patch(admin.id, body, machine);
    await by({ role: 'user' }).expect(409, { error: 'The last admin cannot be demoted' });
    await by({ user_status: 'banned' }).expect(409, { error: 'The last admin cannot be shut out' });
    await remove(admin.id, machine).expect(409, { error: 'The last admin cannot be deleted' });
    await patch(banned.id, { role: 'user' }, machine).expect(200);
    await admin.client.get(USERS).expect(200);
  });

  it('is not deleted by an admin whom it deletes at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await person(service, 'admin'), await person(service, 'admin')];
      const answers = await Promise.all([remove(one.id, other), remove(other.id, one)]);
      expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
      await service.database.query(`UPDATE account.users SET role = 'user' WHERE id IN ($1, $2)`, [one.id, other.id]);
    }
  });

  it.each<[string, (id: string, by: Person) => PromiseLike<{ status: number }>]>([
    ['demote', (id, by) => patch(id, { role: 'user' }, by)],
    ['ban', (id, by) => patch(id, { user_status: 'banned' }, by)],
    ['delete', (id, by) => remove(id, by)],
  ])('keeps one of its last admins, when they %s each other at once', async (_, call) => {
    await setRole(admin.id, 'user');
    try {
      for (let round = 0; round < 5; round++) {
        const all = await Promise.all([1, 2, 3].map(() => person(service, 'admin')));
        const answers = await atOnce(18, (n) => {
          const [by, target] = [all[n % 3], all[(n + 1 + (n % 2)) % 3]] as [Person, Person];
          return call(target.id, by);
        });
        expect(Object.keys(tally(answers)).every((status) => Number(status) < 500)).toBe(true);
        const left = `SELECT FROM account.users WHERE role = 'admin' AND user_status = 'active'`;
        expect((await service.database.query(left)).rowCount).toBe(1);
        await service.database.query(`UPDATE account.users SET role = 'user' WHERE role = 'admin'`);
      }
    } finally {
      await setRole(admin.id, 'admin');
    }
  });
});
