import { readEnvironment } from '../../src/platform/config/environment.js';
import { Runtime } from '../../src/platform/config/runtime.js';
import { adviceOf, warningsOf } from '../../src/platform/config/warnings.js';
import { ServerProcess } from '../support/server-process.js';

const warnings = (variables: Record<string, string>) =>
  warningsOf({ NODE_ENV: 'development', ...variables }, new Runtime(readEnvironment(variables)));

describe('a misspelt variable is named at the start', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['JWT_SECRT', 'JWT_SECRET'],
    ['JWT_SERCET', 'JWT_SECRET'],
    ['SMPT_URL', 'SMTP_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['TRUST_PROXIES', undefined],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['APPURL', 'APP_URL'],
    ['PROT', 'PORT'],
    ['NODE_EVN', undefined],
    ['WEB_CONCURENCY', 'WEB_CONCURRENCY'],
    ['ADMIN_PASSWROD', 'ADMIN_PASSWORD'],
    ['Database_Url', 'DATABASE_URL'],
  ])('%s for %s', (given, meant) => {
    expect(warnings({ [given]: 'x' })).toEqual(meant ? [`${given} is not a setting; did you mean ${meant}?`] : []);
  });

  it.each([
    ['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'USER', 'PWD', 'LANG', 'TERM', 'SHELL', 'SHLVL', '_', 'CI', 'TZ'],
    ['NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_VERSION'],
    ['npm_config_port', 'npm_lifecycle_event', 'npm_package_version'],
    ['PGHOST', 'PGPORT', 'PGDATA', 'PGUSER', 'PGPASSWORD', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB'],
    ['PORT_3000_TCP', 'PORT_8080', 'SERVICE_PORT', 'REDIS_PORT', 'REDIS_HOST', 'SMTP_HOST', 'SMTP_PORT', 'DB_HOST'],
    ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'no_proxy'],
    ['API_URL', 'WEB_URL', 'BASE_URL', 'APP_ENV', 'APP_NAME', 'HOSTS_FILE', 'MOST', 'SORT', 'POST', 'LOGNAME'],
    ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'KUBERNETES_PORT', 'GITHUB_TOKEN', 'DOCKER_HOST', 'DISPLAY', 'MAIL'],
    ['OPENAI_API_KEY', 'AI_PROVIDER', 'MODEL', 'SECRET_KEY', 'ADMIN_USER', 'DATA', 'LOG_FORMAT', 'PLATFORM_ROLE'],
  ])('but not variables of other programs such as %s, %s, %s', (...names) => {
    expect(warnings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('but not correct settings, nor empty variables', () => {
    expect(
      warnings({ DATABASE_URL: 'postgres://db/x', JWT_SECRET: 'x'.repeat(40), PORT: '80', DATABSE_URL: ' ' }),
    ).toEqual([]);
  });
});

describe('in production', () => {
  const SAFE = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db/x',
    PUBLIC_URL: 'https://api.example.com',
    SMTP_URL: 'smtps://mail.example.com',
    CORS_ORIGINS: 'https://app.example.com',
  };

  it('safe settings cause no warning, nor does development', () => {
    expect(warnings(SAFE)).toEqual([]);
    expect(warnings({ RATE_LIMIT: 'off' })).toEqual([]);
  });

  it.each<[name: string, value: string]>([
    ['DATABASE_URL', ''],
    ['PUBLIC_URL', ''],
    ['PUBLIC_URL', 'http://api.example.com'],
    ['SMTP_URL', ''],
    ['CORS_ORIGINS', ''],
    ['RATE_LIMIT', 'off'],
  ])('%s=%s causes a warning of one line that says what to do', (name, value) => {
    const lines = warnings({ ...SAFE, [name]: value });
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name} is .*\\. Set it to [^\\n]+$`))]);
  });
});

it('the server logs it before it serves', async () => {
  const server = ServerProcess.spawn({
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
    DATABSE_URL: 'x',
    NODE_ENV: 'production',
  });
  expect(await server.exit()).toBe(1);
  const lines = server.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const warned = lines.filter(({ level }) => level === 40);
  expect(warned.map(({ msg }) => msg.split(' is ')[0])).toEqual([
    'DATABSE_URL',
    'PUBLIC_URL',
    'SMTP_URL',
    'CORS_ORIGINS',
    'RATE_LIMIT',
  ]);
  const advice = adviceOf(process.versions.node);
  expect(lines.slice(warned.length)).toEqual(advice ? [expect.objectContaining({ level: 30, msg: advice })] : []);
});

it('an older Node.js than 24 is named in one line, a newer one is not', () => {
  expect(adviceOf('20.19.0')).toBe(
    'Node.js 24 is recommended: it serves up to twice as many requests as Node.js 20.19.0',
  );
  expect(adviceOf('22.12.0')).toMatch(/^Node\.js 24 is recommended: [^\n]+22\.12\.0$/);
  for (const version of ['24.0.0', '25.1.0']) expect(adviceOf(version)).toBeUndefined();
});
