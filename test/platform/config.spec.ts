import { resolve } from 'node:path';
import { Environment, readEnvironment } from '../../src/platform/config/environment.js';
import { Runtime } from '../../src/platform/config/runtime.js';
import { StartRefusal } from '../../src/platform/config/start-refusal.js';

function refusalOf(variables: Record<string, string>): string {
  try {
    readEnvironment(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefusal);
    return (error as Error).message;
  }
  throw new Error(`nothing was refused: ${JSON.stringify(variables)}`);
}

const whole = (min: number, max: number) => `a whole number from ${min} to ${max}`;
const POSTGRES = 'an address that begins with postgres:// or postgresql://';
const HTTP = 'an address that begins with http:// or https://';
const REDIS = 'an address that begins with redis:// or rediss://';
const SMTP = 'an address that begins with smtp:// or smtps://';
const FLAG = 'true or false';
const PROXIES = 'addresses or networks of proxies (10.0.0.0/8), or loopback, linklocal, uniquelocal';
const COLLECTORS = 'addresses or networks of collectors (10.0.0.0/8), or loopback, linklocal, uniquelocal';
const LIMIT = 'off, or the requests a minute for each caller';

const FEE = 'a percentage from 0 to 100, such as 10 or 2.5';

const WRONG: [name: string, given: string, accepted: string][] = [
  ['PORT', 'http', whole(0, 65535)],
  ['PORT', '65536', whole(0, 65535)],
  ['PORT', '-1', whole(0, 65535)],
  ['PORT', '80.5', whole(0, 65535)],
  ['PORT', '0x50', whole(0, 65535)],
  ['PORT', '1e3', whole(0, 65535)],
  ['PORT', '99999999999999999999', whole(0, 65535)],
  ['NODE_ENV', 'prod', 'one of development, production, test'],
  ['NODE_ENV', 'Production', 'one of development, production, test'],
  ['DATABASE_URL', 'mysql://db/x', POSTGRES],
  ['DATABASE_URL', 'localhost:5432', POSTGRES],
  ['DATABASE_URL', 'postgres://', POSTGRES],
  ['DATABASE_REPLICA_URLS', 'http://replica', POSTGRES],
  ['DATABASE_POOL', '0', whole(1, 1000)],
  ['DATABASE_POOL', '1001', whole(1, 1000)],
  ['DATABASE_POOL', 'many', whole(1, 1000)],
  ['EXPORT_MAX_MIB', '0', whole(1, 1_000_000)],
  ['EXPORT_MAX_MIB', '1.5', whole(1, 1_000_000)],
  ['REDIS_URL', 'localhost', REDIS],
  ['REDIS_URL', 'http://localhost', REDIS],
  ['ACCESS_TOKEN_TTL', '0', whole(1, 31_536_000)],
  ['ACCESS_TOKEN_TTL', '1h', whole(1, 31_536_000)],
  ['PUBLIC_URL', 'example.com', HTTP],
  ['PUBLIC_URL', 'ftp://example.com', HTTP],
  ['PUBLIC_URL', 'javascript:alert(1)', HTTP],
  ['PUBLIC_URL', 'https://example.com/?a=b', 'an address without ? and #'],
  ['PUBLIC_URL', 'https://example.com/#a', 'an address without ? and #'],
  ['APP_URL', '/app', HTTP],
  ['APP_URL', 'https://example.com/#/app', 'an address without ? and #'],
  ['CORS_ORIGINS', '*', HTTP],
  ['CORS_ORIGINS', 'app.example.com', HTTP],
  ['CORS_ORIGINS', 'https://app.example.com/path', 'origins such as https://app.example.com, without a path'],
  ['SMTP_URL', 'mail.example.com', SMTP],
  ['SMTP_URL', 'https://mail.example.com', SMTP],
  ['MAIL_FROM', 'Community', 'an address such as Name <mail@example.com>'],
  ['MAIL_FROM', 'Name <mail@example.com> more', 'an address such as Name <mail@example.com>'],
  ['MAIL_FROM', 'A\r\nBcc: x <mail@example.com>', 'an address such as Name <mail@example.com>'],
  ['REQUIRE_VERIFIED_EMAIL', 'yes', FLAG],
  ['REQUIRE_VERIFIED_EMAIL', '1', FLAG],
  ['REQUIRE_VERIFIED_EMAIL', 'TRUE', FLAG],
  ['PROCESSOR_API_BASE', '127.0.0.1:12111', HTTP],
  ['PROCESSOR_API_BASE', 'http://127.0.0.1:12111/v1', 'an address without a path'],
  ['PROCESSOR_API_BASE', 'http://127.0.0.1:12111?a=b', 'an address without ? and #'],
  ['PLATFORM_FEE_PERCENT', 'ten', FEE],
  ['PLATFORM_FEE_PERCENT', '-1', FEE],
  ['PLATFORM_FEE_PERCENT', '100.01', FEE],
  ['PLATFORM_FEE_PERCENT', '2.345', FEE],
  ['PLATFORM_FEE_PERCENT', '1e1', FEE],
  ['PLATFORM_FEE_PERCENT', '10%', FEE],
  ['RATE_LIMIT', 'on', LIMIT],
  ['RATE_LIMIT', '-5', LIMIT],
  ['RATE_LIMIT', '0', whole(1, 1_000_000)],
  ['RATE_LIMIT', '1000001', whole(1, 1_000_000)],
  ['TRUST_PROXY', 'true', PROXIES],
  ['TRUST_PROXY', '10.0.0.0/33', PROXIES],
  ['TRUST_PROXY', '10.0.0/8', PROXIES],
  ['TRUST_PROXY', '10.0.0.0/', PROXIES],
  ['TRUST_PROXY', 'proxy.example.com', PROXIES],
  ['TRUST_PROXY', '::1/129', PROXIES],
  ['METRICS_FROM', 'prometheus', COLLECTORS],
  ['METRICS_FROM', '10.0.0.0/33', COLLECTORS],
  ['MAX_CONNECTIONS_PER_ADDRESS', '0', whole(1, 1_000_000)],
  ['MAX_CONNECTIONS_PER_ADDRESS', 'off', whole(1, 1_000_000)],
  ['COUNTRY_HEADER', 'CF-IPCountry', 'only together with TRUST_PROXY'],
  ['COUNTRY_HEADER', 'CF: IPCountry', 'the name of a header'],
  ['SHORT_HOST', 'https://go.example.com', 'a host such as go.example.com'],
  ['QR_HOST', 'go', 'a host such as go.example.com'],
  ['REFRESH_REUSE_SECONDS', '-1', whole(0, 3600)],
  ['REFRESH_REUSE_SECONDS', '3601', whole(0, 3600)],
  ['WEB_CONCURRENCY', '0', whole(1, 64)],
  ['WEB_CONCURRENCY', 'auto', whole(1, 64)],
  ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn, info, debug, trace, silent'],
];

describe('a value that cannot be used', () => {
  it.each(WRONG)('%s=%j is refused in one line that names the accepted values', (name, given, accepted) => {
    const message = refusalOf({ DATABASE_URL: 'postgres://db/x', [name]: given });
    expect(message).toBe(`${name} is ${JSON.stringify(given)}, accepted is ${accepted}`);
    expect(message).not.toMatch(/[\r\n]/);
  });

  it('that is long is truncated in the message', () => {
    expect(refusalOf({ PORT: 'x'.repeat(100_000) }).length).toBeLessThan(300);
  });

  it('of a list is found at any position', () => {
    expect(refusalOf({ TRUST_PROXY: 'loopback, 10.0.0.1, nonsense' })).toContain('TRUST_PROXY is "nonsense"');
    expect(refusalOf({ CORS_ORIGINS: 'https://a.example,b.example' })).toContain('CORS_ORIGINS is "b.example"');
  });

  it('hashes of little memory are refused in production', () =>
    expect(refusalOf({ NODE_ENV: 'production', PASSWORD_MEMORY_KIB: '64' })).toContain('from 19456 to 1048576'));

  it('replicas without a primary are refused', () => {
    expect(refusalOf({ DATABASE_REPLICA_URLS: 'postgres://u:hunter2@replica/x' })).toBe(
      'DATABASE_REPLICA_URLS is "postgres://***@replica/x", accepted is only together with DATABASE_URL',
    );
  });
});

const SECRETS: [name: string, given: string, secret: string, more?: Record<string, string>][] = [
  ['JWT_SECRET', 'hunter2', 'hunter2'],
  ['JWT_SECRET', `secret-hunter2${'x'.repeat(40)}`, 'hunter2', { NODE_ENV: 'production' }],
  ['ADMIN_PASSWORD', 'hunter2', 'hunter2'],
  ['ADMIN_PASSWORD', 'hunter2'.repeat(40), 'hunter2'],
  ['ADMIN_EMAIL', 'not.an.address', 'not.an.address'],
  ['DATABASE_URL', 'mysql://user:hunter2@db/x', 'hunter2'],
  ['DATABASE_URL', 'mysql://user:with@hunter2@db/x', 'hunter2'],
  ['DATABASE_URL', 'mysql://user:with/hunter2@db/x', 'hunter2'],
  ['DATABASE_URL', 'mysql://user:with#hunter2?@db/x', 'hunter2'],
  ['DATABASE_URL', 'postgres//user:hunter2@db/x', 'hunter2'],
  ['DATABASE_URL', 'user:hunter2@db/x', 'hunter2'],
  ['DATABASE_URL', 'mysql://db/x?user=a&password=hunter2', 'hunter2'],
  ['DATABASE_URL', 'host=db user=a password=hunter2', 'hunter2'],
  [
    'DATABASE_REPLICA_URLS',
    'postgres://a:hunter2@b/x,mysql://a:hunter2@c/x',
    'hunter2',
    { DATABASE_URL: 'postgres://b/x' },
  ],
  ['REDIS_URL', 'http://:hunter2@redis', 'hunter2'],
  ['SMTP_URL', 'mail://user:hunter2@mail', 'hunter2'],
  ['PROCESSOR_SECRET_KEY', 'sk_hunter2 and more', 'hunter2'],
  ['PROCESSOR_WEBHOOK_SECRET', 'whsec_hunter2\nX-More: 1', 'hunter2'],
  ['PROCESSOR_API_BASE', 'ftp://user:hunter2@example.com', 'hunter2'],
  ['PUBLIC_URL', 'ftp://user:hunter2@example.com', 'hunter2'],
  ['CORS_ORIGINS', 'https://user:hunter2@example.com', 'hunter2'],
];

describe('a secret', () => {
  it.each(SECRETS)('of %s=%s is masked in the refusal', (name, given, secret, more = {}) => {
    const message = refusalOf({ ...more, [name]: given });
    expect(message).toMatch(new RegExp(`^${name} is "[^\\n]*\\*\\*\\*`));
    expect(message).toContain(', accepted is ');
    expect(message).not.toContain(secret);
  });

  it.each(['changeme', 'change-me', 'development', 'secret', 'example', 'test', 'password', 'SECRET'])(
    'that is common in examples is refused in production only: %s…',
    (begin) => {
      const JWT_SECRET = `${begin}-${'x'.repeat(40)}`;
      expect(readEnvironment({ JWT_SECRET }).jwtSecret).toBe(JWT_SECRET);
      expect(refusalOf({ JWT_SECRET, NODE_ENV: 'production' })).toMatch(/^JWT_SECRET is "\*\*\*", .*openssl rand/);
    },
  );

  it('of the operator is accepted in production, and none is needed', () => {
    const JWT_SECRET = '3f1c'.repeat(16);
    expect(readEnvironment({ JWT_SECRET, NODE_ENV: 'production' }).jwtSecret).toBe(JWT_SECRET);
    expect(readEnvironment({ NODE_ENV: 'production' }).jwtSecret).toBeUndefined();
  });

  it.each([
    ['JWT_SECRET', 31, false],
    ['JWT_SECRET', 32, true],
    ['ADMIN_PASSWORD', 7, false],
    ['ADMIN_PASSWORD', 8, true],
    ['ADMIN_PASSWORD', 256, true],
    ['ADMIN_PASSWORD', 257, false],
  ])('%s of %i characters: %s', (name, length, good) => {
    const read = () =>
      readEnvironment({
        [name]: '\u{1f511}'.repeat(length).slice(0, name === 'JWT_SECRET' ? length : undefined),
      });
    if (good) expect(read).not.toThrow();
    else expect(read).toThrow(StartRefusal);
  });
});

const DEFAULTS = {
  port: 3000,
  host: '127.0.0.1',
  production: false,
  dataDir: resolve('.data'),
  databaseUrl: undefined,
  replicaUrls: [],
  databasePool: 20,
  redisUrl: undefined,
  jwtSecret: undefined,
  accessTokenSeconds: 3600,
  publicUrl: undefined,
  clientUrl: undefined,
  corsOrigins: [],
  smtpUrl: undefined,
  adminEmail: undefined,
  adminPassword: undefined,
  requireVerifiedEmail: false,
  rateLimit: undefined,
  guessLimits: true,
  trustProxy: [],
  metricsFrom: ['loopback'],
  connectionsPerAddress: 2_000,
  refreshReuseSeconds: 0,
  workers: 1,
  logLevel: 'info',
};

describe('a variable that is not set', () => {
  it('has the default of the contract', () => {
    expect(readEnvironment({})).toEqual(expect.objectContaining(DEFAULTS));
    expect(readEnvironment({})).toBeInstanceOf(Environment);
  });

  it('may also be empty, as compose files pass unset variables', () => {
    const empty = Object.fromEntries(
      [...new Set(WRONG.map(([name]) => name)), 'JWT_SECRET'].map((name) => [name, ' ']),
    );
    expect(readEnvironment(empty)).toEqual(readEnvironment({}));
  });

  it('has another default in production: requests are limited', () => {
    expect(readEnvironment({ NODE_ENV: 'production' })).toMatchObject({
      production: true,
      rateLimit: 600,
      guessLimits: true,
    });
  });

  it('depends on others: the addresses follow PORT, the pages follow PUBLIC_URL', () => {
    const found = (variables: Record<string, string>) => new Runtime(readEnvironment(variables));
    expect(found({})).toMatchObject({ publicUrl: 'http://localhost:3000', appUrl: 'http://localhost:3000' });
    expect(found({ PORT: '8080' })).toMatchObject({
      publicUrl: 'http://localhost:8080',
      appUrl: 'http://localhost:8080',
    });
    const { publicUrl, appUrl } = found({ PUBLIC_URL: 'https://api.example.com/' });
    expect([publicUrl, appUrl]).toEqual(['https://api.example.com', 'https://api.example.com']);
  });
});

const GOOD: [variables: Record<string, string>, read: Partial<Environment>][] = [
  [{ PORT: ' 0 ' }, { port: 0 }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ DATA_DIR: '/srv/data/' }, { dataDir: '/srv/data' }],
  [
    { DATABASE_URL: 'postgresql://u:p%40ss@db:5433/x?sslmode=require' },
    { databaseUrl: 'postgresql://u:p%40ss@db:5433/x?sslmode=require' },
  ],
  [
    { DATABASE_URL: 'postgres://a/x', DATABASE_REPLICA_URLS: 'postgres://b/x, postgres://c/x,' },
    { replicaUrls: ['postgres://b/x', 'postgres://c/x'] },
  ],
  [{ REDIS_URL: 'rediss://redis:6380/1' }, { redisUrl: 'rediss://redis:6380/1' }],
  [{ APP_URL: 'https://app.example.com/base//' }, { clientUrl: 'https://app.example.com/base' }],
  [
    { CORS_ORIGINS: 'https://a.example, http://localhost:5173/' },
    { corsOrigins: ['https://a.example', 'http://localhost:5173'] },
  ],
  [{ MAIL_FROM: 'mail@example.com' }, { mailFrom: 'mail@example.com' }],
  [{ MAIL_FROM: 'Große Runde <mail@example.com>' }, { mailFrom: 'Große Runde <mail@example.com>' }],
  [{ ADMIN_EMAIL: 'Admin@Example.com' }, { adminEmail: 'admin@example.com' }],
  [{ REQUIRE_VERIFIED_EMAIL: 'true' }, { requireVerifiedEmail: true }],
  [{ RATE_LIMIT: 'off' }, { rateLimit: undefined, guessLimits: false }],
  [
    { RATE_LIMIT: 'off', NODE_ENV: 'production' },
    { rateLimit: undefined, guessLimits: false },
  ],
  [{ RATE_LIMIT: '5' }, { rateLimit: 5, guessLimits: true }],
  [
    { TRUST_PROXY: 'loopback, 10.0.0.0/8,192.0.2.1, fd00::/8' },
    { trustProxy: ['loopback', '10.0.0.0/8', '192.0.2.1', 'fd00::/8'] },
  ],
  [{ METRICS_FROM: '10.1.2.0/24, ::1' }, { metricsFrom: ['10.1.2.0/24', '::1'] }],
  [{ MAX_CONNECTIONS_PER_ADDRESS: '50' }, { connectionsPerAddress: 50 }],
  [{ WEB_CONCURRENCY: '4' }, { workers: 4 }],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
];

describe('a value that can be used', () => {
  it.each(GOOD)('%j', (variables, read) => expect(readEnvironment(variables)).toMatchObject(read));
});
