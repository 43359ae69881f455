import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmail, isPassword, normalEmail } from './credentials.js';
import { badgeKey, fontFolder, type SealCertificate, sealCertificate } from './documents.js';
import { checkUrl, masked, Reader, refusal, type Variables } from './reader.js';
import { type AiSettings, aiSettings } from './ai-provider.js';
import { nameServers, outboundAllow } from './server-addresses.js';
import { isNetwork, NETWORK_NAMES } from '../http/networks.js';
import { urlOf } from '../urls.js';

/**
 * All settings, read from the environment and checked once. They do not change afterwards: what the service finds
 * out when it starts is in `Runtime`. The README has the table of variables.
 */
export class Environment {
  /** 0 means any free port; `Runtime` has the one that is used. */
  readonly port: number;
  readonly host: string;
  readonly production: boolean;
  readonly dataDir: string;
  /** Undefined means the embedded database. */
  readonly databaseUrl?: string;
  readonly replicaUrls: string[];
  readonly databasePool: number;
  readonly redisUrl?: string;
  readonly filesUrl?: string;
  /** The size limit of one export, of an app or of an account. */
  readonly exportMaxBytes: number;
  /** What the documents of one user may take, and the largest of them. */
  readonly documentsQuota: number;
  readonly documentsMaxBytes: number;
  readonly ai: AiSettings;
  readonly jwtSecret?: string;
  readonly accessTokenSeconds: number;
  /** What one hash of a password costs. */
  readonly passwordMemoryKib: number;
  /** PUBLIC_URL, if set. */
  readonly publicUrl?: string;
  readonly corsOrigins: string[];
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  readonly adminEmail?: string;
  readonly adminPassword?: string;
  readonly requireVerifiedEmail: boolean;
  readonly processor: ProcessorAccess;
  /** In hundredths of a percent: 10 % is 1000. */
  readonly platformFee: number;
  /** APP_URL, if set: a client app that has its own pages in place of those that the service shows. */
  readonly clientUrl?: string;
  /** Requests per minute and caller; undefined means unlimited. */
  readonly rateLimit?: number;
  /** False only with RATE_LIMIT=off: then failed sign-ins are not limited either. */
  readonly guessLimits: boolean;
  readonly trustProxy: string[];
  /** Networks whose collectors may read `/metrics`. */
  readonly metricsFrom: string[];
  /** Concurrent connections per address and process. Loopback and `trustProxy` are exempt. */
  readonly connectionsPerAddress: number;
  /** The header in which the proxy sends the country of the caller. */
  readonly countryHeader?: string;
  /** The path of an .mmdb file with the countries of addresses, for visitors whose country no proxy sends. */
  readonly countryDatabase?: string;
  /** Hosts that serve only short links or QR codes, if these are not below the public address. */
  readonly shortHost?: string;
  readonly qrHost?: string;
  /** A folder of fonts for documents, beside those of the service. */
  readonly fontFolder?: string;
  /** Signs badges of certificates; undefined means that there are none. */
  readonly badgeKey?: string;
  /** Signs sealed documents; undefined means that their hash is the proof. */
  readonly sealCertificate?: SealCertificate;
  /** The first part of the names and values of the DNS records that prove domains of users. */
  readonly dnsPrefix: string;
  /** Where domains of users lead: the name for CNAME records, and the addresses for those that cannot have one. */
  readonly edgeHost?: string;
  readonly edgeIps: string[];
  /** Name servers that are asked about domains; none means those of the system. */
  readonly dnsServers: string[];
  /** Inner services that workflows of users may call: address and port. */
  readonly outboundAllow: string[];
  /** Networks that may ask for which hosts certificates are issued; none means all. */
  readonly tlsCheckAllow: string[];
  readonly refreshReuseSeconds: number;
  readonly workers: number;
  readonly logLevel: string;
}

/** Access to the payment processor. Without a key and outside production, the service starts the sandbox instead. */
export interface ProcessorAccess {
  secretKey?: string;
  webhookSecret?: string;
  /** Replaces the address of the processor's API, for example with a test double. */
  apiBase?: string;
}

export const needsSandbox = ({ production, processor }: Environment) =>
  !production && !processor.secretKey && !processor.apiBase;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const DEVELOPMENT_SECRET = /^(change|development|secret|example|test|password)/i;

function base(name: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = checkUrl(name, given, ['http', 'https']);
  if (url.search || url.hash) throw refusal(name, masked(given), 'an address without ? and #');
  // trusted: the operator sets this address.
  return given.replace(/\/+$/, '');
}

function origins(reader: Reader): string[] {
  return reader.list('CORS_ORIGINS').map((given) => {
    const url = checkUrl('CORS_ORIGINS', given, ['http', 'https']);
    if (given.replace(/\/$/, '') !== url.origin) {
      throw refusal('CORS_ORIGINS', masked(given), 'origins such as https://app.example.com, without a path');
    }
    return url.origin;
  });
}

function networks(reader: Reader, name: string, whose: string): string[] {
  return reader.list(name).map((given) => {
    if (isNetwork(given)) return given;
    const accepted = `addresses or networks of ${whose} (10.0.0.0/8), or ${NETWORK_NAMES.join(', ')}`;
    throw refusal(name, given, accepted);
  });
}

function countryHeader(reader: Reader): string | undefined {
  const given = reader.text('COUNTRY_HEADER');
  if (given === undefined) return undefined;
  if (!/^[\w-]{1,64}$/.test(given)) throw refusal('COUNTRY_HEADER', given, 'the name of a header');
  if (reader.text('TRUST_PROXY')) return given.toLowerCase();
  throw refusal('COUNTRY_HEADER', given, 'only together with TRUST_PROXY');
}

function hostName(reader: Reader, name: string): string | undefined {
  const given = reader.text(name)?.toLowerCase();
  if (given === undefined || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(given)) return given;
  throw refusal(name, given, 'a host such as go.example.com');
}

function dnsPrefix(reader: Reader): string {
  const given = reader.text('DNS_PREFIX')?.toLowerCase() ?? 'hub';
  if (/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(given)) return given;
  throw refusal('DNS_PREFIX', given, 'at most 32 letters, digits and hyphens');
}

function addresses(reader: Reader, name: string): string[] {
  return reader.list(name).map((given) => {
    if (isIP(given)) return given;
    throw refusal(name, given, 'IP addresses');
  });
}

function secret(reader: Reader, production: boolean): string | undefined {
  const given = reader.text('JWT_SECRET');
  if (given === undefined) return undefined;
  if (given.length < 32) throw refusal('JWT_SECRET', '***', 'at least 32 characters');
  if (production && DEVELOPMENT_SECRET.test(given)) {
    throw refusal(
      'JWT_SECRET',
      '***',
      'a secret of your own in production, such as the output of: openssl rand -hex 32',
    );
  }
  return given;
}

function mailFrom(reader: Reader): string {
  const given = reader.text('MAIL_FROM') ?? 'Community <no-reply@localhost>';
  if (/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/.test(given)) return given;
  throw refusal('MAIL_FROM', given, 'an address such as Name <mail@example.com>');
}

function adminEmail(reader: Reader): string | undefined {
  const given = reader.text('ADMIN_EMAIL');
  if (given === undefined || isEmail(given)) return given && normalEmail(given);
  throw refusal('ADMIN_EMAIL', '***', 'an e-mail address');
}

function adminPassword(reader: Reader): string | undefined {
  const given = reader.text('ADMIN_PASSWORD');
  if (given === undefined || isPassword(given)) return given;
  throw refusal('ADMIN_PASSWORD', '***', '8 to 256 characters');
}

export function readEnvironment(variables: Variables, reader = new Reader(variables)): Environment {
  const production = reader.choice('NODE_ENV', 'development', ['development', 'production', 'test']) === 'production';
  const limit = reader.text('RATE_LIMIT');
  const databaseUrl = reader.url('DATABASE_URL', ['postgres', 'postgresql']);
  const replicaUrls = reader.list('DATABASE_REPLICA_URLS');
  for (const url of replicaUrls) checkUrl('DATABASE_REPLICA_URLS', url, ['postgres', 'postgresql']);
  if (replicaUrls.length && !databaseUrl) {
    throw refusal('DATABASE_REPLICA_URLS', masked(replicaUrls.join(',')), 'only together with DATABASE_URL');
  }
  return Object.freeze(
    Object.assign(new Environment(), {
      port: reader.whole('PORT', 3000, 0, 65535),
      host: reader.text('HOST') ?? '127.0.0.1',
      production,
      dataDir: resolve(reader.text('DATA_DIR') ?? '.data'),
      databaseUrl,
      replicaUrls,
      databasePool: reader.whole('DATABASE_POOL', 20, 1, 1000),
      redisUrl: reader.url('REDIS_URL', ['redis', 'rediss']),
      filesUrl: filesUrl(reader),
      exportMaxBytes: reader.whole('EXPORT_MAX_MIB', 1024, 1, 1_000_000) * 1024 * 1024,
      documentsQuota: reader.whole('DOCUMENTS_QUOTA_MIB', 10_240, 1, 1_000_000_000) * 1024 * 1024,
      documentsMaxBytes: reader.whole('DOCUMENTS_MAX_FILE_MIB', 2048, 1, 5120) * 1024 * 1024,
      ai: aiSettings(reader),
      jwtSecret: secret(reader, production),
      accessTokenSeconds: reader.whole('ACCESS_TOKEN_TTL', 3600, 1, 31_536_000),
      passwordMemoryKib: reader.whole('PASSWORD_MEMORY_KIB', 46 * 1024, production ? 19 * 1024 : 64, 1024 * 1024),
      publicUrl: base('PUBLIC_URL', reader.text('PUBLIC_URL')),
      clientUrl: base('APP_URL', reader.text('APP_URL')),
      corsOrigins: origins(reader),
      smtpUrl: reader.url('SMTP_URL', ['smtp', 'smtps']),
      mailFrom: mailFrom(reader),
      adminEmail: adminEmail(reader),
      adminPassword: adminPassword(reader),
      requireVerifiedEmail: reader.flag('REQUIRE_VERIFIED_EMAIL', false),
      processor: processorAccess(reader),
      platformFee: platformFee(reader),
      rateLimit: requestsAMinute(reader, limit, production),
      guessLimits: limit !== 'off',
      trustProxy: networks(reader, 'TRUST_PROXY', 'proxies'),
      metricsFrom: reader.text('METRICS_FROM') ? networks(reader, 'METRICS_FROM', 'collectors') : ['loopback'],
      connectionsPerAddress: reader.whole('MAX_CONNECTIONS_PER_ADDRESS', 2_000, 1, 1_000_000),
      countryHeader: countryHeader(reader),
      countryDatabase: reader.text('COUNTRY_DATABASE'),
      shortHost: hostName(reader, 'SHORT_HOST'),
      qrHost: hostName(reader, 'QR_HOST'),
      fontFolder: fontFolder(reader),
      badgeKey: badgeKey(reader),
      sealCertificate: sealCertificate(reader),
      dnsPrefix: dnsPrefix(reader),
      edgeHost: hostName(reader, 'EDGE_HOST'),
      edgeIps: addresses(reader, 'EDGE_IPS'),
      dnsServers: nameServers(reader),
      outboundAllow: outboundAllow(reader),
      tlsCheckAllow: networks(reader, 'TLS_CHECK_ALLOW', 'the edge'),
      refreshReuseSeconds: reader.whole('REFRESH_REUSE_SECONDS', 0, 0, 3600),
      workers: reader.whole('WEB_CONCURRENCY', 1, 1, 64),
      logLevel: reader.choice('LOG_LEVEL', 'info', LOG_LEVELS),
    }),
  );
}

function filesUrl(reader: Reader): string | undefined {
  const given = reader.text('FILES_URL');
  if (given === undefined) return undefined;
  const url = urlOf(given);
  const endpoint = url?.searchParams.get('endpoint') ?? 'https://default';
  const isFolder = url?.protocol === 'file:' && !url.hostname && !url.search;
  const isBucket =
    url?.protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) &&
    !url.username &&
    /^https?:\/\//.test(endpoint) &&
    urlOf(endpoint) !== undefined;
  if (isFolder || isBucket) return given;
  throw refusal('FILES_URL', masked(given), 'file:///folder or s3://bucket?region=…&endpoint=https://…');
}

function credential(reader: Reader, name: string): string | undefined {
  const given = reader.text(name);
  if (given === undefined || /^[\x21-\x7e]+$/.test(given)) return given;
  throw refusal(name, '***', 'letters, digits and signs without spaces');
}

function processorAccess(reader: Reader): ProcessorAccess {
  const apiBase = base('PROCESSOR_API_BASE', reader.text('PROCESSOR_API_BASE'));
  if (apiBase && new URL(apiBase).pathname !== '/') {
    throw refusal('PROCESSOR_API_BASE', masked(apiBase), 'an address without a path');
  }
  return {
    secretKey: credential(reader, 'PROCESSOR_SECRET_KEY'),
    webhookSecret: credential(reader, 'PROCESSOR_WEBHOOK_SECRET'),
    apiBase,
  };
}

function platformFee(reader: Reader): number {
  const given = reader.text('PLATFORM_FEE_PERCENT') ?? '10';
  const [, whole = '', fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(given) ?? [];
  const fee = whole ? Number(whole) * 100 + Number(fraction.padEnd(2, '0')) : NaN;
  if (fee <= 10_000) return fee;
  throw refusal('PLATFORM_FEE_PERCENT', given, 'a percentage from 0 to 100, such as 10 or 2.5');
}

function requestsAMinute(reader: Reader, given: string | undefined, production: boolean): number | undefined {
  if (given === 'off') return undefined;
  if (given === undefined) return production ? 600 : undefined;
  if (/^\d{1,10}$/.test(given)) return reader.whole('RATE_LIMIT', 600, 1, 1_000_000);
  throw refusal('RATE_LIMIT', given, 'off, or the requests a minute for each caller');
}
