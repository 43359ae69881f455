import { readEnvironment } from './environment.js';
import { Reader, type Variables } from './reader.js';
import type { Runtime } from './runtime.js';

/** Variables of other programs, which are never reported as misspelt settings. */
const FOREIGN = /^(npm_|PG|PORT_|AWS_|NODE_(?!ENV$)|LC_|XDG_|DOCKER_|KUBERNETES_)/;
/** Variables that the service's own processes pass to each other. */
const INTERNAL = new Set(['PLATFORM_ROLE']);
/**
 * Below this length a setting such as HOST or APP_URL is one letter from variables of other programs: MOST, API_URL.
 */
const LONG = 8;
/** The release of Node.js that the container image and the benchmark run on. */
const RECOMMENDED_NODE = 24;

/** Advice for an operator who runs an older release of Node.js; undefined when there is none. */
export const adviceOf = (version: string): string | undefined =>
  parseInt(version, 10) < RECOMMENDED_NODE
    ? `Node.js ${RECOMMENDED_NODE} is recommended: it serves up to twice as many requests as Node.js ${version}`
    : undefined;

/** Warnings for the operator about the environment, one line each. */
export const warningsOf = (variables: Variables, runtime: Runtime): string[] => [
  ...misspelt(variables),
  ...(runtime.environment.production ? unsafeDefaults(runtime) : []),
];

/** Without this warning a misspelt name has no effect: with DATABSE_URL the service starts on an empty database. */
function misspelt(variables: Variables): string[] {
  const reader = new Reader({});
  readEnvironment({}, reader);
  const settings = [...reader.asked];
  const isForeign = (name: string) => FOREIGN.test(name) || INTERNAL.has(name) || reader.asked.has(name);
  return Object.keys(variables)
    .filter((name) => variables[name]?.trim() && !isForeign(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => isClose(name.toUpperCase(), setting));
      return meant ? [`${name} is not a setting; did you mean ${meant}?`] : [];
    });
}

function isClose(name: string, setting: string): boolean {
  const length = Math.min(name.length, setting.length);
  const most = length >= 10 ? 2 : 1;
  if (length < 4 || Math.abs(name.length - setting.length) > most) return false;
  const distance = distanceOf(name, setting);
  return length < LONG ? distance === 1 && isSwapOrSlip(name, setting) : distance <= most;
}

/** True when two letters are swapped or one is missing or added, but not when a letter is replaced. */
const isSwapOrSlip = (name: string, setting: string) =>
  name.length !== setting.length || [...name].sort().join('') === [...setting].sort().join('');

/** The number of missing, added, replaced or swapped letters. */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    const above = rows[i - 1] as number[];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (rows[i - 2]?.[j - 2] as number) + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] as number;
}

function unsafeDefaults({ publicUrl, environment }: Runtime): string[] {
  const { databaseUrl, dataDir, smtpUrl, corsOrigins, rateLimit } = environment;
  return [
    !databaseUrl &&
      `DATABASE_URL is not set: all data is in an embedded PostgreSQL in ${dataDir}, without a replica or backup. ` +
        'Set it to a PostgreSQL of your own',
    !publicUrl.startsWith('https://') &&
      `PUBLIC_URL is ${publicUrl}: links in mails lead there, and credentials travel unencrypted. ` +
        'Set it to the https address under which clients reach the service',
    !smtpUrl &&
      'SMTP_URL is not set: no mail leaves, neither to confirm an address nor to recover an account. ' +
        'Set it to your mail server',
    !corsOrigins.length &&
      'CORS_ORIGINS is not set: scripts of every web site may call the API. Set it to the origins of your own pages',
    !rateLimit &&
      'RATE_LIMIT is off: neither requests nor guesses at passwords are limited. Set it to the requests a minute for ' +
        'each caller, or remove it',
  ].filter((line): line is string => Boolean(line));
}
