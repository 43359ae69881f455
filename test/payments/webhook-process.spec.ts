import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';
import { command } from '../support/command.js';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { waitingSessions } from '../support/lock-waits.js';
import { SandboxClient } from '../support/sandbox-client.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../support/server-process.js';
import { eventually } from '../support/service.js';

const PROCESSOR_WEBHOOK_SECRET = 'whsec_of_this_test';

/** A server that is killed and restarted, and a user who deposits ten dollars. */
class Killed {
  private readonly variables: Record<string, string>;
  private server!: ServerProcess;
  private token = '';
  private locker?: Client;
  processor!: SandboxClient;
  /** The address of the deposit's page. */
  link = '';

  constructor(private readonly databaseName: string) {
    this.variables = { DATABASE_URL: addressOf(databaseName), DATA_DIR: temporaryFolder(), PROCESSOR_WEBHOOK_SECRET };
  }

  async serve(more: Record<string, string> = {}): Promise<void> {
    this.server = await ServerProcess.start({ ...this.variables, ...more });
  }

  /** Creates an account and starts a deposit. */
  async begin(email: string): Promise<void> {
    const credentials = { email, password: 'correct horse battery' };
    await this.server.post('/v1/auth/sign-up', credentials);
    const signedIn: any = await (await this.server.post('/v1/auth/sign-in', credentials)).json();
    this.token = signedIn.session.access_token;
    this.link = await this.askToDeposit();
  }

  /** Starts a deposit; the address of its page contains the sandbox's present port. */
  async askToDeposit(): Promise<string> {
    const { checkout_url } = await this.call('POST', '/v1/wallet/deposit', { amount: 10 });
    this.processor = new SandboxClient(new URL(checkout_url).origin);
    return checkout_url;
  }

  async call(method: string, path: string, body?: object): Promise<any> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`${this.server.url}${path}`, init)).json();
  }

  async balance(): Promise<number> {
    return (await this.call('GET', '/v1/wallet')).wallet.balance;
  }

  /** Makes every handler of a payment's event wait inside its transaction. */
  async holdPayments(): Promise<void> {
    this.locker = new Client({ connectionString: this.variables.DATABASE_URL });
    this.locker.on('error', () => undefined);
    await this.locker.connect();
    await this.locker.query('BEGIN');
    await this.locker.query('SELECT FROM payments.payments FOR UPDATE');
  }

  /** Waits until a handler waits for the lock. */
  async somebodyWaits(): Promise<void> {
    // The other databases of the cluster are those of other specs.
    const waiting = waitingSessions();
    await eventually(async () => expect((await this.locker?.query(waiting))?.rowCount).toBeGreaterThan(0));
  }

  async letPaymentsGo(): Promise<void> {
    await this.locker?.query('ROLLBACK');
    await this.locker?.end();
    this.locker = undefined;
  }

  /** Sends an event and closes the connection after the last byte, so that the answer is lost. */
  async sendAndHangUp(event: object): Promise<() => void> {
    const body = JSON.stringify(event);
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', PROCESSOR_WEBHOOK_SECRET).update(`${t}.${body}`).digest('hex');
    const { hostname, port } = new URL(this.server.url as string);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const head = `POST /v1/webhook/processor HTTP/1.1\r\nHost: x\r\nProcessor-Signature: t=${t},v1=${v1}\r\n`;
    socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    return () => void socket.destroy();
  }

  async kill(): Promise<void> {
    await this.server.kill('SIGKILL');
  }

  /** Asserts one deposit of ten dollars and a correct ledger. */
  async expectOneCredit(): Promise<void> {
    expect(await this.balance()).toBe(10);
    const { transactions } = await this.call('GET', '/v1/wallet/transactions');
    expect(transactions).toEqual([expect.objectContaining({ type: 'deposit', amount: 10, status: 'completed' })]);
    const { out } = await command(this.variables, 'check-ledger', '--json');
    expect(JSON.parse(out)).toMatchObject({ ok: true, problems: [] });
  }

  async stop(): Promise<void> {
    await this.letPaymentsGo().catch(() => undefined);
    await this.server.kill('SIGTERM');
    await dropDatabase(this.databaseName);
    removeFolder(this.variables.DATA_DIR as string);
  }
}

let killed: Killed;
beforeAll(async () => {
  killed = new Killed(await cloneTemplate());
  await killed.serve();
});
afterAll(() => killed.stop());

const PAID = 'checkout.session.completed';
/** The only event of the deposit's session at the sandbox. */
async function told() {
  const events = await killed.processor.events(killed.link.split('/').at(-1));
  expect(events).toHaveLength(1);
  return events[0] as (typeof events)[0];
}

it('killed in the middle of a delivery: it comes again, and is credited once', async () => {
  await killed.begin('ann@example.com');
  await killed.holdPayments();
  await killed.processor.pay(killed.link);
  await killed.somebodyWaits();
  await killed.kill();
  await killed.letPaymentsGo();

  await killed.serve();
  await eventually(async () => expect(await killed.balance()).toBe(10));
  await killed.askToDeposit();
  await eventually(async () => expect(await told()).toMatchObject({ type: PAID, delivered: true }));
  await killed.processor.deliver((await told()).id, 5);
  await killed.expectOneCredit();
});

it('killed after the commit, before the answer arrived: nothing more is credited', async () => {
  await killed.begin('ben@example.com');
  await killed.processor.hold();
  await killed.processor.pay(killed.link);
  const paid = await told();
  await killed.holdPayments();
  const hangUp = await killed.sendAndHangUp(paid.event);
  await killed.somebodyWaits();
  hangUp();
  await killed.letPaymentsGo();
  await eventually(async () => expect(await killed.balance()).toBe(10));
  await killed.kill();

  await killed.serve({ WEB_CONCURRENCY: '2' });
  await killed.askToDeposit();
  expect(await told()).toMatchObject({ id: paid.id, attempts: 0, delivered: false });
  const sent = await killed.processor.release();
  expect(sent).toContainEqual({ event: paid.id, type: PAID, status: 200 });
  await killed.expectOneCredit();
});

it('two workers receive the same event twenty times at once, and credit it once', async () => {
  await killed.begin('cat@example.com');
  await killed.processor.copies(20);
  await killed.processor.pay(killed.link);
  await eventually(async () => expect(await told()).toMatchObject({ type: PAID, delivered: true }));
  await killed.expectOneCredit();
});
