import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { CATALOGUE } from '../../src/apps/catalogue.js';
import { declaredApp } from '../../src/apps/kernel/app.js';
import { Shop } from '../payments/shop.js';
import { charge, completed, event, Webhook } from '../payments/webhook.js';
import type { Account } from '../support/service.js';

const FOLDER = 'docs/apps';
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) process.stderr.write('not installed: curl; the commands of docs/apps are not run\n');

interface Step {
  command: string;
  /** The answer that the page shows; undefined: it shows none. */
  answer: string | undefined;
}

/** The `sh` blocks of a page, each with the `json` block that follows it. */
function stepsOf(page: string): Step[] {
  const blocks = [...page.matchAll(/```(sh|json)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({ kind, text }) as const);
  return blocks.flatMap(({ kind, text }, at) => {
    const next = blocks[at + 1];
    return kind === 'sh' ? [{ command: text as string, answer: next?.kind === 'json' ? next.text : undefined }] : [];
  });
}

/** What the page shows of an answer: `"…"` is any value, and fields that it leaves out may be there. */
function shown(value: unknown): any {
  if (value === '…') return expect.anything();
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== 'object') return value;
  return expect.objectContaining(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shown(part)])));
}

/** `.items.0.id` of an answer. */
const partOf = (answer: any, path: string): string =>
  path
    .split('.')
    .filter(Boolean)
    .reduce((value, key) => value?.[key], answer);

const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

it('each app of the catalogue has a page', () => {
  expect(pages.map((name) => name.replace('.md', '')).sort()).toEqual(
    CATALOGUE.map((type) => declaredApp(type)?.slug).sort(),
  );
});

/** Runs the commands of a page in order, as two people of the shop. */
class Story {
  private readonly variables: Record<string, string>;

  constructor(
    private readonly shop: Shop,
    owner: Account,
    buyer: Account,
  ) {
    this.variables = {
      API: shop.service.url,
      OWNER: owner.access_token,
      BUYER: buyer.access_token,
      OWNER_ID: owner.id,
      BUYER_ID: buyer.id,
    };
  }

  async run({ command, answer }: Step): Promise<void> {
    const environment = { ...this.variables, PATH: process.env.PATH };
    await this.shop.service.recorded();
    const { stdout } = await promisify(execFile)('bash', ['-euc', command], { env: environment });
    if (answer !== undefined)
      expect({ command, answer: JSON.parse(stdout) }).toEqual({ command, answer: shown(JSON.parse(answer)) });
    for (const [, name, path] of command.matchAll(/^# (\w+)=(\S+)$/gm)) {
      this.variables[name as string] = String(partOf(JSON.parse(stdout), path as string));
    }
    for (const [, name] of command.matchAll(/^# PAY \$(\w+)$/gm)) await this.pay(this.variables[name as string]);
    for (const [, name] of command.matchAll(/^# REFUND \$(\w+)$/gm)) await this.refund(this.variables[name as string]);
  }

  private async payment(id: string | undefined): Promise<any> {
    return (await this.shop.service.database.query('SELECT * FROM payments.payments WHERE id = $1', [id])).rows[0];
  }

  private async pay(id: string | undefined): Promise<void> {
    const webhook = new Webhook(this.shop.service);
    expect(await webhook.deliver(completed(await this.payment(id)))).toBe('applied');
  }

  private async refund(id: string | undefined): Promise<void> {
    const payment = await this.payment(id);
    await new Webhook(this.shop.service).deliver(event('charge.refunded', charge(payment, Number(payment.amount))));
  }
}

(hasCurl ? describe : describe.skip)('the commands of docs/apps', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await Shop.start();
  });
  afterAll(() => shop?.stop());

  it.each(pages)('%s', async (name) => {
    const [owner, buyer] = [await shop.seller(), await shop.account()];
    const slug = name.replace('.md', '');
    for (const { client } of [owner, buyer]) await client.post('/v1/apps/install', { slug }).expect(200);
    const story = new Story(shop, owner, buyer);
    for (const step of stepsOf(readFileSync(`${FOLDER}/${name}`, 'utf8'))) await story.run(step);
  });
});
