import { traces } from '../../support/traces.js';
import type { Account } from '../../support/service.js';
import { aFile, ClassRoom } from './class-room.js';

let room: ClassRoom;
let ann: Account;
let bob: Account;
let eve: Account;
beforeAll(async () => {
  room = await ClassRoom.start();
});
beforeEach(async () => {
  [ann, bob, eve] = (await room.people(3)) as [Account, Account, Account];
});
afterAll(() => room.stop());

describe('what an account has', () => {
  it('is what it set and what was handed in there, and what it handed in itself', async () => {
    const assignment = await room.work(ann, [bob]);
    await room.ask(bob, 'add-comment', { assignment_id: assignment.id, body: 'Why?' });
    const rows = async (who: Account) => {
      const { export: all } = await room.ask(who, 'export');
      return Object.fromEntries(Object.entries(all).map(([table, of]) => [table, (of as object[]).length]));
    };
    await room.save(bob, assignment, { body: 'Secret.' });
    expect(await rows(ann)).toEqual({ assignments: 1, learners: 1, submissions: 0, files: 0, comments: 1 });
    const handed = await room.save(bob, assignment, { submit: true });
    await room.grade(ann, handed, { score: 12, feedback: 'Good.' });
    const graded = async () => (await room.ask(bob, 'export')).export.submissions[0];
    expect(await graded()).toMatchObject({ status: 'submitted', feedback: null });
    expect('score' in (await graded())).toBe(false);
    expect((await room.ask(ann, 'export')).export.submissions).toMatchObject([{ score: 12, owner_id: bob.id }]);
    await room.ask(ann, 'release-grades', { assignment_id: assignment.id });
    expect(await graded()).toMatchObject({ status: 'graded', feedback: 'Good.', score: 12 });
    expect(await rows(bob)).toEqual({ assignments: 0, learners: 1, submissions: 1, files: 0, comments: 1 });
    expect(await rows(eve)).toEqual({ assignments: 0, learners: 0, submissions: 0, files: 0, comments: 0 });
  });

  it('goes with it, to the last byte; an uninstallation takes nothing', async () => {
    const admin = await room.service.admin();
    const remove = ({ id }: Account) => admin.client.delete(`/v1/admin/users/${id}`);
    const assignment = await room.work(ann, [bob, eve]);
    for (const who of [bob, eve]) {
      const add = { assignment_id: assignment.id, add_files: [aFile()] };
      await room.put((await room.ask(who, 'save-submission', add)).uploads);
      await room.save(who, assignment, { submit: true });
      await room.ask(who, 'add-comment', { assignment_id: assignment.id, body: 'x' });
    }
    await bob.client.post('/v1/apps/uninstall', { slug: 'assignments' }).expect(200);
    const left = async () => {
      const [row] = await room.rows(
        `SELECT (SELECT count(*)::int FROM ext_assignments.submissions WHERE assignment_id = $1) AS submissions,
           (SELECT count(*)::int FROM ext_assignments.comments WHERE assignment_id = $1) AS comments,
           (SELECT count(*)::int FROM files.files WHERE owner_id = ANY ($2)) AS files`,
        assignment.id,
        [bob.id, eve.id],
      );
      return Object.values(row);
    };
    expect(await left()).toEqual([2, 2, 2]);
    await remove(eve).expect(({ status }) => expect(status).toBeLessThan(300));
    expect(await left()).toEqual([1, 1, 1]);
    const empty = await room.work(ann, [await room.person()]);
    await remove(ann).expect(({ status }) => expect(status).toBeLessThan(300));
    expect(await left()).toEqual([1, 1, 1]);
    expect(await room.rows('SELECT FROM ext_assignments.assignments WHERE id = $1', empty.id)).toEqual([]);
    await remove(bob).expect(({ status }) => expect(status).toBeLessThan(300));
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('leaves learners their work and released grades when the teacher has gone, and nothing else of the teacher', async () => {
    const teacher = await room.named(await room.person(), 'leaving_teacher');
    const released = await room.work(teacher, [bob, eve], { files: [aFile()] });
    const add = { assignment_id: released.id, add_files: [aFile()] };
    await room.put((await room.ask(bob, 'save-submission', add)).uploads);
    const handed = await room.save(bob, released, { body: 'My words.', submit: true });
    await room.grade(teacher, handed, { score: 60, feedback: 'Well done.' });
    await room.ask(teacher, 'release-grades', { assignment_id: released.id });
    const learner_id = await room.learnerId(released, bob);
    await room.ask(teacher, 'add-comment', { assignment_id: released.id, learner_id, body: 'See above.' });
    const secret = await room.work(teacher, [bob]);
    const kept = await room.handIn(bob, secret);
    await room.grade(teacher, kept, { score: 5, feedback: 'Never shown.' });

    await teacher.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    const words = [teacher.id, teacher.email, 'leaving_teacher', 'Never shown', 'See above'];
    expect(await traces(room.service.database, words)).toEqual([]);
    const read = await room.ask(bob, 'get-submission', { submission_id: handed.id });
    expect(read).toMatchObject({
      submission: { body: 'My words.', score: 60, feedback: 'Well done.', status: 'graded' },
      files: [{ status: 'ready', download_url: expect.any(String) }],
      comments: [],
    });
    expect((await fetch(read.files[0].download_url)).status).toBe(200);
    const hidden = await room.ask(bob, 'get-submission', { assignment_id: secret.id });
    expect(hidden.submission).toMatchObject({ status: 'submitted', score: null, feedback: null });
    const seen = await room.ask(bob, 'get-assignment', { assignment_id: released.id });
    expect(seen).toMatchObject({ assignment: { owner_id: null, status: 'archived' }, files: [] });
    const { assignments } = await room.ask(bob, 'list-assignments', { status: 'archived' });
    expect(assignments.map(({ id, owner_id }: any) => [id, owner_id]).sort()).toEqual(
      [released.id, secret.id].sort().map((id) => [id, null]),
    );
    const archived: [number, string] = [409, 'Assignment is archived'];
    await room.expectRefused(bob, 'save-submission', { assignment_id: released.id, body: 'x' }, archived);
    await room.expectRefused(bob, 'add-comment', { assignment_id: released.id, body: 'x' }, archived);
    const admin = await room.service.admin();
    const again = { assignment_id: released.id, status: 'published' };
    const { status } = await room.call(admin, 'update-assignment', again);
    expect(status).toBe(409);
    const stranger = await room.person();
    const lost: [number, string] = [404, 'Submission not found'];
    await room.expectRefused(stranger, 'get-submission', { submission_id: handed.id }, lost);
    await room.expectRefused(stranger, 'join-assignment', { join_code: released.join_code }, [404, 'Code not found']);
  });
});
