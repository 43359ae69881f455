import { Resolver } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Readable, Transform } from 'node:stream';
import zlib from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { DatabaseService } from '../../database/database.service.js';
import { plainAddress } from '../networks.js';
import { ShutdownService } from '../server/shutdown.service.js';
import {
  AllowedAddresses,
  literalOf,
  notAllowed,
  portOf,
  type SafeRequest,
  type SafeResponse,
  SafeHttpFault,
  safeUrl,
} from './safe-http.js';

const MOST_REDIRECTS = 3;
const MOST_ADDRESSES = 8;
const DEFAULTS = { timeoutMs: 30_000, maxBytes: 1024 * 1024 };
const DNS = { timeout: 3_000, tries: 2 };
const HEADER_BYTES = 32 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What belongs to the connection is set here and never by a user. */
const CONNECTION = new Set(
  'connection content-length expect host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade accept-encoding'.split(
    ' ',
  ),
);
const PRIVATE = ['authorization', 'cookie'];
const OF_BODY = ['content-type', 'content-encoding', 'content-language'];

interface Attempt {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/**
 * Calls addresses that users write. Every connection goes to an address that was checked for this connection: names are
 * resolved once for each, no connection is kept for another request, and no proxy stands between.
 */
@Injectable()
export class SafeHttpService {
  private readonly allowed: AllowedAddresses;
  /** Names and addresses of the platform. */
  private readonly own: Set<string>;
  private readonly open = new Set<AbortController>();
  private readonly dnsServers: string[];

  constructor(
    environment: Environment,
    shutdown: ShutdownService,
    private readonly database: DatabaseService,
  ) {
    const { publicUrl, shortHost, qrHost, edgeHost, edgeIps, outboundAllow, dnsServers } = environment;
    this.allowed = new AllowedAddresses(outboundAllow);
    this.dnsServers = dnsServers;
    const own = [publicUrl && new URL(publicUrl).hostname, shortHost, qrHost, edgeHost, ...edgeIps];
    this.own = new Set(own.filter((host) => host !== undefined));
    shutdown.onStart(() => this.stop());
  }

  /** Answers of every status are answers; a SafeHttpFault says why there is none. */
  async request(request: SafeRequest): Promise<SafeResponse> {
    this.database.refuseInTransaction('A call of another service');
    const control = new AbortController();
    const { timeoutMs = DEFAULTS.timeoutMs } = request;
    const timer = setTimeout(() => control.abort(new SafeHttpFault('Request timed out', true)), timeoutMs);
    this.open.add(control);
    try {
      return await untilAborted(this.follow(request, control.signal), control.signal);
    } catch (error) {
      throw faultOf(control.signal.aborted ? control.signal.reason : error);
    } finally {
      clearTimeout(timer);
      this.open.delete(control);
      // Closes what is still open after a fault.
      control.abort();
    }
  }

  /** Ends all calls, for the shutdown. */
  stop(): void {
    for (const control of this.open) control.abort(new SafeHttpFault('Service is stopping', true));
  }

  private async follow(request: SafeRequest, signal: AbortSignal): Promise<SafeResponse> {
    let attempt = this.first(request);
    for (let redirects = 0; ; redirects += 1) {
      const addresses = await this.addressesOf(attempt.url, request, signal);
      const response = await send(attempt, addresses, signal);
      const { location } = response.headers;
      if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) {
        const body = await bodyOf(response, attempt.method, request.maxBytes ?? DEFAULTS.maxBytes);
        return { status: response.statusCode ?? 0, headers: headersOf(response), body, url: attempt.url.href };
      }
      response.destroy();
      if (redirects === MOST_REDIRECTS) throw new SafeHttpFault('Too many redirects', false);
      const next = safeUrl(location, attempt.url, this.allowed);
      attempt = redirected(attempt, next, response.statusCode ?? 0, request);
    }
  }

  private first({ url, method = 'GET', headers = {}, body }: SafeRequest): Attempt {
    const kept = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const own = Object.fromEntries(kept.filter(([name]) => !CONNECTION.has(name)));
    return {
      url: safeUrl(url, undefined, this.allowed),
      method,
      headers: { 'user-agent': 'community-platform', accept: '*/*', ...own },
      body,
    };
  }

  /** All of them must be allowed: a name that also leads inside is refused. */
  private async addressesOf(url: URL, { refusesHost }: SafeRequest, signal: AbortSignal): Promise<string[]> {
    const literal = literalOf(url);
    const isGranted = literal !== undefined && this.allowed.has(literal, portOf(url));
    if (isGranted) return [literal];
    if (this.own.has(url.hostname) || (await refusesHost?.(url.hostname))) throw notAllowed();
    const addresses = literal === undefined ? await this.resolve(url.hostname, signal) : [literal];
    if (!addresses.length) throw new SafeHttpFault('Host was not found', true);
    if (!addresses.every((address) => this.allowed.mayCall(address, url) && !this.own.has(address))) throw notAllowed();
    return addresses.slice(0, MOST_ADDRESSES);
  }

  /** Asks DNS, and never the files of this machine. */
  private async resolve(host: string, signal: AbortSignal): Promise<string[]> {
    // A name without a dot, or a special one, is one of the machine or of its network.
    if (!host.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)$/.test(host)) throw notAllowed();
    const resolver = new Resolver(DNS);
    if (this.dnsServers.length) resolver.setServers(this.dnsServers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

/** The answer to the head of a request; its body is still to be read. */
function send({ url, method, headers, body }: Attempt, addresses: string[], signal: AbortSignal) {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  // Nothing is asked here: a second answer of DNS cannot lead elsewhere.
  const lookup: LookupFunction = (_host, { all }, answer) => {
    const [first = { address: '', family: 4 }] = found;
    if (all) answer(null, found);
    else answer(null, first.address, first.family);
  };
  const isSecure = url.protocol === 'https:';
  const client: typeof http.request = isSecure ? https.request : http.request;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const agent = new (isSecure ? https.Agent : http.Agent)({ keepAlive: false });
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = client(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'gzip, deflate, br', ...length },
      agent,
      lookup,
      signal,
      maxHeaderSize: HEADER_BYTES,
    });
    request.on('socket', (socket: Socket) => socket.once('connect', () => verify(socket, addresses)));
    request.once('response', resolve);
    request.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new SafeHttpFault('Answer is no HTTP', false));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A last look at where the connection leads. */
function verify(socket: Socket, addresses: string[]): void {
  const reached = plainAddress(socket.remoteAddress);
  if (!addresses.some((address) => plainAddress(address) === reached)) socket.destroy(notAllowed());
}

function redirected(attempt: Attempt, url: URL, status: number, request: SafeRequest): Attempt {
  const { secretHeaders = [], secretBody = false } = request;
  const headers = new Map(Object.entries(attempt.headers));
  const asGet = status === 303 ? attempt.method !== 'HEAD' : status < 303 && attempt.method === 'POST';
  if (asGet) for (const name of OF_BODY) headers.delete(name);
  const body = asGet ? undefined : attempt.body;
  if (url.origin !== attempt.url.origin) {
    if (secretBody && body !== undefined) throw new SafeHttpFault('Redirect to another origin is not followed', false);
    for (const name of [...PRIVATE, ...secretHeaders]) headers.delete(name.toLowerCase());
  }
  return { url, method: asGet ? 'GET' : attempt.method, headers: Object.fromEntries(headers), body };
}

const DECODERS = new Map<string, () => Transform>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', () => zlib.createInflate()],
  ['br', () => zlib.createBrotliDecompress()],
]);

async function bodyOf(response: IncomingMessage, method: string, most: number): Promise<Buffer> {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const status = response.statusCode ?? 0;
  if (method === 'HEAD' || status === 204 || status === 304) {
    response.destroy();
    return Buffer.alloc(0);
  }
  const decoder = DECODERS.get(coding)?.();
  if (!decoder && coding !== 'identity') throw new SafeHttpFault('Content encoding is not supported', false);
  const source: Readable = decoder ? response.pipe(decoder) : response;
  if (decoder) limit(response, source, most);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    response.destroy();
    source.destroy();
  }
  return Buffer.concat(chunks);
}

/** A decoder may swallow bytes that bring none, and does not learn that its source has failed. */
function limit(response: IncomingMessage, decoder: Readable, most: number): void {
  let raw = 0;
  response.on('data', (chunk: Buffer) => {
    raw += chunk.length;
    if (raw > most) decoder.destroy(tooLarge());
  });
  response.on('error', (error) => decoder.destroy(error));
  decoder.on('error', () => undefined);
}

const tooLarge = () => new SafeHttpFault('Response is too large', false);

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && name !== 'set-cookie');
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Some steps, such as a question to DNS, end late after the time is over. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

const MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'Connection was refused',
  ECONNRESET: 'Connection was closed',
  EPIPE: 'Connection was closed',
  ETIMEDOUT: 'Request timed out',
};

/** Messages of Node.js name inner addresses, so that only known ones are shown. */
function faultOf(error: unknown): SafeHttpFault {
  if (error instanceof SafeHttpFault) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_INVALID_HTTP_TOKEN' || code === 'ERR_UNESCAPED_CHARACTERS')
    return new SafeHttpFault('Header is not allowed', false);
  if (code.startsWith('ERR_TLS') || code.includes('CERT') || code.startsWith('ERR_SSL') || code.startsWith('UNABLE_TO'))
    return new SafeHttpFault('Certificate is not valid', false);
  if (code.startsWith('HPE_') || code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT'))
    return new SafeHttpFault('Response cannot be read', true);
  return new SafeHttpFault(MESSAGES[code] ?? 'Network error', true);
}
