import { School } from '../courses/school.js';
import type { Account } from '../../support/service.js';

let school: School;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  school = await School.start();
  [ann, bob] = [await school.seller(), await school.person()];
  for (const { client } of [ann, bob]) await client.post('/v1/apps/install', { slug: 'certificates' }).expect(200);
});
afterAll(() => school.stop());

const call = async ({ client }: Account, action: string, input: object = {}) =>
  (await client.post(`/v1/apps/certificates/${action}`, input).expect(200)).body;

const template = async (more: object = {}) =>
  (
    await call(ann, 'create-template', {
      name: 'Course',
      title: 'Certificate of completion',
      issuer_name: 'Ann',
      ...more,
    })
  ).template;

async function complete(course: { lessons: string[] }): Promise<void> {
  for (const lesson of course.lessons) await school.complete(bob, lesson);
  await school.jobs();
}

const received = async () => (await call(bob, 'list-certificates', { box: 'received' })).certificates;

it('a completed course issues one certificate, with its title and the name of the learner', async () => {
  await bob.client.patch('/v1/users/me', { first_name: 'Bob', last_name: 'Łukasz' }).expect(200);
  const course_field = { key: 'course', label: 'Course', type: 'text', required: true };
  const { id } = await template({ custom_fields: [course_field] });
  const course = await school.course(ann, { certificate_template_id: id, title: 'Drawing basics' }, 2);
  await school.enroll(bob, course);
  await complete(course);
  const [certificate, ...more] = await received();
  expect(more).toEqual([]);
  expect(certificate).toMatchObject({
    owner_id: ann.id,
    template_id: id,
    recipient_user_id: bob.id,
    recipient_name: 'Bob Łukasz',
    custom_values: { course: 'Drawing basics' },
    state: 'valid',
  });
  const [enrollment] = await school.rows('SELECT id FROM ext_courses.enrollments WHERE owner_id = $1', bob.id);
  expect(certificate.external_ref).toBe(enrollment.id);
  await complete(course);
  expect(await received()).toHaveLength(1);
});

it('an archived template, and one of somebody else, issue nothing', async () => {
  const before = (await received()).length;
  const archived = await template();
  await call(ann, 'update-template', { template_id: archived.id, status: 'archived' });
  const eve = await school.seller();
  await eve.client.post('/v1/apps/install', { slug: 'certificates' }).expect(200);
  const foreign = (await call(eve, 'create-template', { name: 'X', title: 'X', issuer_name: 'Eve' })).template;
  for (const { id } of [archived, foreign]) {
    const course = await school.course(ann, { certificate_template_id: id }, 1);
    await school.enroll(bob, course);
    await complete(course);
  }
  expect(await received()).toHaveLength(before);
});
