import { randomUUID } from 'node:crypto';
import '../../../src/apps/invoicing/invoicing.app.js';
import { Remind } from '../../../src/apps/invoicing/jobs/remind.job.js';
import { expectAlwaysIndexed } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';
import { dayIn, daysOn, zoneAt } from './billing-office.js';

const OPEN = 60_000;
const COME = 1_000;
const ID = randomUUID();
const ZONE = zoneAt(12);
/** The day in the zone of the owners, which may be another one than in UTC. */
const dueDay = (days: number) => daysOn(days, Date.parse(dayIn(ZONE)));
const MANY = [
  'documents',
  'recurring_invoices',
  'clients',
  'document_sums',
  'invoice_payments',
  'credit_entries',
  'users',
];

let service: TestService;
const ask = (text: string) => service.database.query(text);
beforeAll(async () => {
  service = await TestService.forPlans();
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 3000) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`INSERT INTO apps.installations (user_id, app) SELECT id, 'invoicing' FROM account.users`);
  await ask(`INSERT INTO apps.settings (user_id, app, values)
    SELECT id, 'invoicing', '{"timezone": "${ZONE}", "reminder_days": [-3]}' FROM account.users`);
  await ask(`INSERT INTO ext_invoicing.clients (owner_id, name, currency, user_id)
    SELECT id, 'Client', 'usd', id FROM account.users`);
  await ask(`INSERT INTO ext_invoicing.documents (owner_id, client_id, status, number, issue_date, due_date, currency,
      total_minor, public_token)
    SELECT c.owner_id, c.id, 'issued', 'N-' || g.n, current_date - 60, current_date + 10 + g.n % 300, 'usd', 100,
      md5(g.n::text)
    FROM generate_series(1, ${OPEN}) g (n) JOIN
      (SELECT *, row_number() OVER () AS place FROM ext_invoicing.clients) c ON c.place = 1 + g.n % 500`);
  await ask(`UPDATE ext_invoicing.documents SET due_date = '${dueDay(3)}'
    WHERE id IN (SELECT id FROM ext_invoicing.documents LIMIT ${COME})`);
  await ask(`INSERT INTO ext_invoicing.recurring_invoices (owner_id, client_id, template, unit, start_date, next_date)
    SELECT owner_id, id, '{"lines":[]}', 'month', current_date, current_date + 10
    FROM ext_invoicing.clients, generate_series(1, 10)`);
  await ask(`INSERT INTO ext_invoicing.document_sums (owner_id, of_id, day, kind, source, currency, phase,
      due_date, documents, total_minor, due_minor, paid_minor, settled, settling_days, folded)
    SELECT u.ids[1 + n % 3000], u.ids[1 + n % 3000], current_date, 'invoice', 'manual', 'usd', 'open', 'infinity', 1, 1, 1, 0, 0, 0,
      n % 10 > 0 FROM generate_series(1, 30000) n, ${users}`);
  await ask(`INSERT INTO ext_invoicing.invoice_payments (owner_id, document_id, client_id, amount_minor, currency, method, paid_on)
    SELECT owner_id, id, client_id, 1, 'usd', 'cash', current_date FROM ext_invoicing.documents LIMIT 10000`);
  await ask(`INSERT INTO ext_invoicing.credit_entries (owner_id, client_id, amount_minor, reason)
    SELECT owner_id, client_id, 1, 'overpayment' FROM ext_invoicing.documents LIMIT 10000`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

const MARKS = [
  [ID, ID],
  [dueDay(3), dueDay(2)],
  [-3, -3],
];

it.each<[name: string, values: unknown[]]>([
  ['invoicing_recurring_due', [daysOn(0), ID]],
  ['invoicing_recurring_lock_due', [ID, daysOn(0)]],
  ['invoicing_reminder_owners', [ID]],
  ['invoicing_remind', MARKS],
  ['invoicing_overdue', MARKS],
  ['invoicing_leave_lock', [ID]],
  ['invoicing_leave_documents', [ID]],
  ['invoicing_leave_clients', [ID]],
  ['invoicing_leave_payments', [ID]],
  ['invoicing_leave_credit', [ID]],
])('%s reads by an index', async (name, values) => {
  await expectAlwaysIndexed(service.database, name, values, MANY);
});

it('of many open invoices the job reads those whose mark has come, which takes seconds', async () => {
  const { rows } = await ask('SELECT array_agg(DISTINCT owner_id) AS ids FROM ext_invoicing.documents');
  const marks = [rows[0].ids, rows[0].ids.map(() => dueDay(3)), rows[0].ids.map(() => -3)];
  await expectAlwaysIndexed(service.database, 'invoicing_remind', marks, ['documents']);
  const begun = Date.now();
  await service.app.get(Remind, { strict: false }).run();
  const ms = Date.now() - begun;
  const counted = await ask('SELECT count(*)::int AS count FROM ext_invoicing.documents WHERE reminded_mark = -3');
  expect(counted.rows[0].count).toBe(COME);
  expect(ms).toBeLessThan(30_000);
  if (process.env.MEASURE) process.stderr.write(`${OPEN} open invoices, ${COME} reminders: ${ms} ms\n`);
});
