import { parseArgs } from 'node:util';
import type { OperatorAccountsService } from './account/operator/operator-accounts.service.js';
import { isEmail, isPassword, normalEmail } from './platform/config/credentials.js';
import { type Environment, readEnvironment } from './platform/config/environment.js';
import { StartRefusal } from './platform/config/start-refusal.js';
import { escapeControlCharacters } from './platform/control-characters.js';
import { prepareDataFolder, writingTo } from './platform/process/data-folder.js';

const USAGE = `npm run cli -- <command> [--json]

  create-admin --email E [--password P]   make the account, or make an existing one an admin
  create-api-key --email E --name N       prints the key, once
  list-users
  check-ledger                            prove that all balances are what their transfers come to
  migrate                                 bring the database up to date
  rotate-jwt-secret [--now]               sign with a new secret; --now also signs everybody out`;

interface Options {
  email?: string;
  password?: string;
  name?: string;
  json?: boolean;
  now?: boolean;
}

type Result = Record<string, unknown> | Record<string, unknown>[];

/** Each command checks its options before anything is started. */
const COMMANDS: Record<string, (options: Options, environment: Environment) => Promise<Result>> = {
  'create-admin': (options, environment) => {
    const [address, secret] = [email(options), password(options)];
    return withAccounts(environment, async (accounts) => ({ ...(await accounts.createAdmin(address, secret)) }));
  },

  'create-api-key': (options, environment) => {
    const [address, name] = [email(options), required(options.name, '--name')];
    return createApiKey(environment, address, name);
  },

  'list-users': (_options, environment) =>
    withAccounts(environment, async (accounts) => {
      const users: Record<string, unknown>[] = [];
      for await (const { id, email: address, role, user_status, username, created_at } of accounts.list()) {
        users.push({
          id,
          email: address,
          role,
          status: user_status,
          username,
          created_at: created_at.toISOString(),
        });
      }
      return users;
    }),

  'check-ledger': async (_options, environment) => {
    const { asOperator } = await import('./operator.js');
    const { LedgerService } = await import('./payments/ledger/ledger.service.js');
    return { ...(await asOperator(environment, (app) => app.get(LedgerService, { strict: false }).check())) };
  },

  migrate: async (_options, environment) => {
    const { migrateDatabase } = await import('./operator.js');
    return { migrated: await migrateDatabase(environment) };
  },

  'rotate-jwt-secret': async ({ now = false }, environment) => {
    if (environment.jwtSecret) throw new StartRefusal('JWT_SECRET is set in the environment: change it there');
    await prepareDataFolder(environment.dataDir);
    const { asOperator } = await import('./operator.js');
    const { OperatorSecretsService } = await import('./account/operator/operator-secrets.service.js');
    const rotate = () => asOperator(environment, (app) => app.get(OperatorSecretsService).rotate(now));
    await writingTo(environment.dataDir, rotate);
    return { rotated: true, signed_out: now };
  },
};

/** Loads the service only after the options were checked, because loading takes a second. */
async function withAccounts<T>(
  environment: Environment,
  work: (accounts: OperatorAccountsService) => Promise<T>,
): Promise<T> {
  const { asOperator } = await import('./operator.js');
  const { OperatorAccountsService: accounts } = await import('./account/operator/operator-accounts.service.js');
  return asOperator(environment, (app) => work(app.get(accounts)));
}

async function createApiKey(environment: Environment, address: string, name: string): Promise<Result> {
  const made = await withAccounts(environment, (accounts) => accounts.createApiKey(address, name));
  if (!made) throw new StartRefusal(`there is no account ${address}`);
  return { id: made.api_key.id, name: made.api_key.name, key: made.key };
}

function required(value: string | undefined, option: string): string {
  if (value?.trim()) return value.trim();
  throw new StartRefusal(`${option} is needed`);
}

function email(options: Options): string {
  const address = normalEmail(required(options.email, '--email'));
  if (isEmail(address)) return address;
  throw new StartRefusal(`--email ${address} is no e-mail address`);
}

function password({ password: given }: Options): string | undefined {
  if (given === undefined || isPassword(given)) return given;
  throw new StartRefusal('--password needs 8 to 256 characters');
}

function show(result: Result): string {
  const rows = Array.isArray(result) ? result : [result];
  return rows
    .map((row) =>
      Object.entries(row).map(
        ([name, value]) =>
          `${name}: ${escapeControlCharacters(Array.isArray(value) ? value.join(', ') || 'none' : String(value))}`,
      ),
    )
    .map((fields) => fields.join(Array.isArray(result) ? '  ' : '\n'))
    .join('\n');
}

/** Runs a command of the operator. `ok` is false if it has found a problem that the text describes. */
export async function runCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<{ ok: boolean; text: string }> {
  const { values, positionals } = parsed(args);
  const command = COMMANDS[positionals[0] ?? ''];
  if (!command || positionals.length !== 1) throw new StartRefusal(USAGE);
  const result = await command(values, readEnvironment(variables));
  const text = values.json ? JSON.stringify(result, null, 2) : show(result);
  return { ok: !('ok' in result) || result.ok === true, text };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        password: { type: 'string' },
        name: { type: 'string' },
        json: { type: 'boolean' },
        now: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new StartRefusal(`${(error as Error).message}\n\n${USAGE}`);
  }
}
