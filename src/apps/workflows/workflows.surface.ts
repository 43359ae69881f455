import { createHash } from 'node:crypto';
import { DatabaseService } from '../../platform/database/database.service.js';
import { parseJson } from '../../platform/http/input/json.js';
import { notFound, Refusal, tooMany } from '../../platform/http/refusal.js';
import { LimitsService } from '../../platform/limits/limits.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { jsonAnswer, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { isSigned } from './http/hook-signature.js';
import type { HookTrigger } from './language/definition.js';
import { RunStarts } from './running/run-starts.service.js';
import { SecretsService } from './secrets/secrets.service.js';
import { type PublishedWorkflow, WorkflowRepository } from './workflow.repository.js';

const LARGEST = 256 * 1024;
const TOKEN = /^[\w-]{43}$/;
const HIDDEN = new Set(['authorization', 'cookie', 'proxy-authorization']);
const LONGEST_KEY = 190;

/** Outside services start runs here. The run is stored before the answer. */
@AppProvider()
export class WorkflowsSurface extends PublicSurface {
  protected readonly routes = {
    'POST hooks/:token': (request: PublicRequest, { token }: Record<string, string>) =>
      this.take(request, token as string),
  };
  private readonly countCall: (key: string) => Promise<void>;

  constructor(
    private readonly database: DatabaseService,
    private readonly workflows: WorkflowRepository,
    private readonly starts: RunStarts,
    private readonly secrets: SecretsService,
    limits: LimitsService,
  ) {
    super();
    this.countCall = limits.calls('workflows:hook', { points: 60, duration: 60 });
  }

  private async take(request: PublicRequest, token: string): Promise<PublicAnswer> {
    const seen = TOKEN.test(token) ? await this.workflows.byToken(token) : undefined;
    if (!seen) throw notFound('Hook');
    const { visitor, body } = request;
    if (body.length > LARGEST) throw new Refusal(413, 'Request body is too large');
    await this.countCall(seen.id);
    const { signature, dedupe_header } = triggerOf(seen);
    const header = (name: string) => [visitor.headers[name.toLowerCase()]].flat()[0];
    if (signature) {
      const secret = (await this.secrets.valuesFor(seen.owner_id, [signature.secret]))[signature.secret];
      if (secret === undefined || !isSigned(body, header(signature.header), secret, signature.prefix))
        throw new Refusal(401, 'Signature verification failed');
    }
    const key = dedupe_header && header(dedupe_header);
    const input = inputOf(request, header('content-type'));
    const run = await this.start(seen, token, input, key ? `hook:${keyOf(key)}` : null);
    return { ...jsonAnswer({ run_id: run.id }), status: 202 };
  }

  /** The lock and the write are sent together, so that many calls of one hook do not wait for each other's answers. */
  private async start(workflow: PublishedWorkflow, token: string, input: object, dedupe_key: string | null) {
    try {
      return await this.database.transaction(async () => {
        const [, run] = await Promise.all([
          this.lock(token),
          this.starts.start(workflow, { trigger: 'hook', input, dedupe_key }),
        ]);
        return run;
      });
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) throw tooMany(60);
      throw error;
    }
  }

  private async lock(token: string): Promise<void> {
    if (!(await this.workflows.lockByToken(token))) throw notFound('Hook');
  }
}

/** The beginning of a long key may be that of another. */
const keyOf = (key: string) => (key.length > LONGEST_KEY ? createHash('sha256').update(key).digest('base64url') : key);

function triggerOf({ definition }: PublishedWorkflow): Partial<HookTrigger> {
  const { trigger } = definition as { trigger: HookTrigger };
  if (trigger.kind !== 'hook') throw notFound('Hook');
  return trigger;
}

function inputOf({ visitor, query, body }: PublicRequest, type = 'application/json'): object {
  const headers = Object.fromEntries(Object.entries(visitor.headers).filter(([name]) => !HIDDEN.has(name)));
  return { headers, query: formOf(query), body: bodyOf(body, type) };
}

function bodyOf(body: Buffer, type: string): unknown {
  const name = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!body.length) return null;
  if (name === 'application/json' || name.endsWith('+json')) return parseJson(body);
  if (name === 'application/x-www-form-urlencoded') return formOf(body.toString());
  if (name.startsWith('text/')) return storable(body.toString());
  throw new Refusal(415, 'Unsupported media type');
}

function formOf(text: string): Record<string, string> {
  const pairs = [...new URLSearchParams(text)];
  return Object.fromEntries(pairs.map(([name, value]) => [storable(name), storable(value)]));
}

/** PostgreSQL stores no NUL. */
const storable = (text: string) => text.replaceAll('\0', '\ufffd');
