import { parseJson } from '../../../platform/http/input/json.js';
import { SafeHttpFault, type SafeResponse } from '../../../platform/http/safe-http/safe-http.js';
import { SafeHttpService } from '../../../platform/http/safe-http/safe-http.service.js';
import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { HttpConfig, HttpStep } from '../language/definition.js';
import { MissingValue, resolveValues, type Scope, TemplateFault, textOf, ValuesTooLarge } from '../language/values.js';
import { usesOf } from '../language/problems.js';
import { HttpPlaces } from './http-places.js';
import { redact } from '../secrets/redact.js';
import { SecretsService } from '../secrets/secrets.service.js';

interface HttpOutput {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** What one attempt brought. Input, output and error hold no secret value. */
export type StepResult =
  | { ok: true; input: unknown; output: HttpOutput }
  | {
      ok: false;
      input: unknown;
      output?: HttpOutput;
      error: string;
      retryable: boolean;
      retryAfterSeconds?: number;
    };

interface Attempt {
  /** The same for each attempt of a step. */
  idempotencyKey: string;
  ownerId: string;
}

const MOST_OUTPUT = 256 * 1024;
const LONGEST_PAUSE = 3600;
const RETRYABLE = new Set([408, 425, 429]);

/** Calls the service of an HTTP step once. Whether it is called again is up to the run. */
@AppProvider()
export class HttpStepService {
  constructor(
    private readonly http: SafeHttpService,
    private readonly secrets: SecretsService,
    private readonly services: AppServices,
    readonly places: HttpPlaces,
  ) {}

  async run(step: HttpStep, scope: Scope, { idempotencyKey, ownerId }: Attempt): Promise<StepResult> {
    const { config } = step;
    const secrets = await this.secrets.valuesFor(ownerId, namesIn(config));
    const hidden = Object.values(secrets);
    let input: unknown = {};
    try {
      const filled = fill(config, scope, secrets);
      input = redact(filled, hidden);
      const { url, headers, body } = messageOf(filled);
      const response = await this.http.request({
        url,
        method: config.method,
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        body,
        timeoutMs: (config.timeout_seconds ?? 30) * 1000,
        secretHeaders: secretHeaders(config),
        secretBody: namesIn({ json: config.json, form: config.form, text: config.text }).length > 0,
        refusesHost: async (host) => Boolean(await this.services.of('domains')?.resolveHost(host)),
      });
      return resultOf(config, response, input, hidden);
    } catch (error) {
      if (error instanceof SafeHttpFault)
        return { ok: false, input, error: redact(error.message, hidden), retryable: error.retryable };
      if (error instanceof MissingValue || error instanceof ValuesTooLarge || error instanceof TemplateFault)
        return { ok: false, input, error: redact(error.message, hidden), retryable: false };
      throw error;
    }
  }
}

type Filled = Pick<HttpConfig, 'method' | 'headers' | 'query' | 'json' | 'form' | 'text'> & { url: string };

/** Secrets are there for headers and bodies only, whatever the definition says. */
function fill(config: HttpConfig, scope: Scope, secrets: Record<string, string>): Filled {
  const { method, url, query, headers, json, form, text } = config;
  const open = resolveValues({ url, query }, { ...scope, secrets: undefined }) as Pick<Filled, 'url' | 'query'>;
  const rest = resolveValues({ headers, json, form, text }, { ...scope, secrets }) as Partial<Filled>;
  return { method, ...open, ...rest, url: textOf(open.url) };
}

function messageOf({ url, query, headers = {}, json, form, text }: Filled) {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), textOf(value)] as const);
  const own = Object.fromEntries(named);
  const typed = (type: string, body: string) => ({ body, headers: { 'content-type': type, ...own } });
  const message = () => {
    if (json !== undefined) return typed('application/json', JSON.stringify(json));
    if (form !== undefined) return typed('application/x-www-form-urlencoded', encoded(form));
    return text === undefined ? { headers: own } : typed('text/plain; charset=utf-8', textOf(text));
  };
  return { body: undefined, ...message(), url: query ? withQuery(url, encoded(query)) : url };
}

function withQuery(url: string, query: string): string {
  const [address = '', ...fragment] = url.split('#');
  const joined = query ? `${address}${address.includes('?') ? '&' : '?'}${query}` : address;
  return [joined, ...fragment].join('#');
}

/** A list is the same name several times; null leaves a name out. */
function encoded(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === null ? [] : [[name, textOf(one)] as [string, string]])),
  );
  return new URLSearchParams(pairs).toString();
}

/** The names of the secrets in headers and bodies. */
const namesIn = (config: Partial<HttpConfig>): string[] => usesOf({ steps: [{ kind: 'http', config }] }).secrets;

const secretHeaders = ({ headers = {} }: HttpConfig): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (namesIn({ headers: { [name]: value } }).length ? [name] : []));

function resultOf(config: HttpConfig, response: SafeResponse, input: unknown, hidden: string[]): StepResult {
  const { status, headers } = response;
  const output = redact({ status, headers, body: parsed(response) }, hidden);
  if (Buffer.byteLength(JSON.stringify(output)) > MOST_OUTPUT)
    return { ok: false, input, error: 'Step output is too large', retryable: false };
  const { ok_status: accepted } = config;
  if (accepted ? accepted.includes(status) : status >= 200 && status < 300) return { ok: true, input, output };
  const retryable = RETRYABLE.has(status) || status >= 500;
  const pause = retryable ? pauseOf(headers['retry-after']) : undefined;
  return {
    ok: false,
    input,
    output,
    error: `Answer has status ${status}`,
    retryable,
    retryAfterSeconds: pause,
  };
}

/** Seconds or a date, at most one hour. */
function pauseOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number.isFinite(Number(header)) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(LONGEST_PAUSE, Math.max(0, Math.ceil(seconds)));
}

/** JSON as what it says; all else as text, with what PostgreSQL does not store replaced. Deep JSON stays text, too. */
function parsed({ headers, body }: SafeResponse): unknown {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const name = type.trim().toLowerCase();
  if (name === 'application/json' || name.endsWith('+json')) {
    try {
      return parseJson(body, MOST_OUTPUT);
    } catch {
      // It is shown as it came.
    }
  }
  return body.toString('utf8').replaceAll('\0', '\ufffd');
}
