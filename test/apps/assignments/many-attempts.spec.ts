import { ClassRoom } from './class-room.js';
import type { Account } from '../../support/service.js';

let room: ClassRoom;
beforeAll(async () => {
  room = await ClassRoom.start();
});
afterAll(() => room.stop());

const ATTEMPTS = 700;
const LENGTH = 50_000;

it('a learner with very many attempts is answered without their contents, and with the newest of them', async () => {
  const [ann, bob] = (await room.people(2)) as [Account, Account];
  const { id: assignment_id } = await room.work(ann, [bob], { max_attempts: null });
  await room.service.database.query(
    `INSERT INTO ext_assignments.submissions (assignment_id, owner_id, attempt, status, submitted_at, body)
     SELECT $1, $2, n, 'submitted', now(), repeat('x', $4::int) || n FROM generate_series(1, $3::int) n`,
    [assignment_id, bob.id, ATTEMPTS, LENGTH],
  );
  const { my } = await room.ask(bob, 'get-assignment', { assignment_id });
  expect(my.attempts).toHaveLength(500);
  expect([my.attempts[0].attempt, my.attempts.at(-1).attempt]).toEqual([ATTEMPTS - 499, ATTEMPTS]);
  const read = async (who: Account, more: object) => {
    const answer = await room.ask(who, 'get-submission', { assignment_id, ...more });
    expect(JSON.stringify(answer).length).toBeLessThan(500 * 500 + LENGTH);
    return answer.submission;
  };
  expect((await read(bob, {})).body).toBe('x'.repeat(LENGTH) + ATTEMPTS);
  expect((await read(bob, { attempt: 1 })).body).toBe(`${'x'.repeat(LENGTH)}1`);
  expect((await read(ann, { learner_id: my.learner.id })).attempt).toBe(ATTEMPTS);
});
