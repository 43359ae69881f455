import { isZone, scheduleProblem } from '../schedules/schedule.policy.js';
import { isPlain, join, type Plain } from './checks.js';
import { LIMITS, METHODS, type Problem, STEP_KINDS, type StepKind, TRIGGER_KINDS } from './definition.js';
import { type Knows, type Place, SECRET, TemplateChecks } from './template-checks.js';

/** What a definition names and only the database knows. */
export interface Uses {
  secrets: string[];
  actions: { slug: string; action: string }[];
  events: string[];
  approvers: string[];
}

const KEY = /^[a-z][a-z0-9_]{0,59}$/;
const SLUG = /^[a-z][a-z0-9-]{0,59}$/;
const EVENT = /^[a-z][a-z0-9_-]{0,59}[./][a-z][a-z0-9_-]{0,59}$/;
const HEADER = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Headers that belong to the connection and to the client, not to those who write a step. */
const OWN_HEADERS = new Set(
  'connection content-length expect host idempotency-key keep-alive proxy-authorization te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** Everything that is wrong with a definition, in the order of its text. */
export function problemsOf(definition: unknown, knows: Knows = {}): Problem[] {
  return new Reading(knows).read(definition).problems;
}

/** What must be looked up before `problemsOf` can be asked about it. */
export function usesOf(definition: unknown): Uses {
  const { secrets, actions, events, approvers } = new Reading({}).read(definition);
  return { secrets: [...secrets], actions: [...actions.values()], events: [...events], approvers: [...approvers] };
}

class Reading extends TemplateChecks {
  readonly actions = new Map<string, { slug: string; action: string }>();
  readonly events = new Set<string>();
  readonly approvers = new Set<string>();
  private readonly keys = new Set<string>();
  private steps = 0;

  read(definition: unknown): this {
    if (!isPlain(definition)) return this.say('', 'Must be an object');
    if (nesting(definition) > LIMITS.nested) return this.say('', `At most ${LIMITS.nested} levels of nested values`);
    if (Buffer.byteLength(JSON.stringify(definition)) > LIMITS.bytes)
      return this.say('', 'Definition is larger than 128 KiB');
    this.only(definition, '', ['trigger', 'steps']);
    this.trigger(definition.trigger, 'trigger');
    this.list(definition.steps, 'steps', 0, LIMITS.steps, () => undefined);
    if (Array.isArray(definition.steps))
      this.stepList(definition.steps, 'steps', { known: new Set(), inLoop: false, depth: 1, length: 0 });
    return this;
  }

  // Triggers

  private trigger(trigger: unknown, path: string): void {
    if (!isPlain(trigger)) return void this.say(path, 'Must be an object');
    const { kind } = trigger;
    if (!this.oneOf(kind, join(path, 'kind'), TRIGGER_KINDS)) return;
    if (kind === 'manual') this.manual(trigger, path);
    if (kind === 'schedule') this.schedule(trigger, path);
    if (kind === 'event') this.event(trigger, path);
    if (kind === 'hook') this.hook(trigger, path);
  }

  private manual(trigger: Plain, path: string): void {
    this.only(trigger, path, ['kind', 'fields']);
    const names = new Set<unknown>();
    this.optional(trigger, path, 'fields', (fields, at) =>
      this.list(fields, at, 0, 20, (field, one) => {
        if (!isPlain(field)) return void this.say(one, 'Must be an object');
        this.only(field, one, ['key', 'type', 'required']);
        this.matching(field.key, join(one, 'key'), KEY, 'Must be a key such as order_id');
        if (names.has(field.key)) this.say(join(one, 'key'), 'Key is used twice');
        names.add(field.key);
        this.oneOf(field.type, join(one, 'type'), ['string', 'number', 'boolean']);
        this.optional(field, one, 'required', this.isBoolean);
      }),
    );
  }

  private schedule(trigger: Plain, path: string): void {
    this.only(trigger, path, ['kind', 'cron', 'timezone', 'every_minutes']);
    this.optional(trigger, path, 'timezone', (zone, at) => {
      if (typeof zone !== 'string' || !isZone(zone)) this.say(at, 'Unknown time zone');
    });
    if ((trigger.cron === undefined) === (trigger.every_minutes === undefined))
      return void this.say(path, 'Needs either cron or every_minutes');
    if (trigger.every_minutes !== undefined)
      return this.whole(trigger.every_minutes, join(path, 'every_minutes'), 5, 60 * 24 * 366);
    const problem = typeof trigger.cron === 'string' ? scheduleProblem(trigger.cron) : 'Must be a text';
    if (problem) this.say(join(path, 'cron'), problem);
  }

  private event(trigger: Plain, path: string): void {
    this.only(trigger, path, ['kind', 'events', 'filter']);
    this.list(trigger.events, join(path, 'events'), 1, 10, (name, at) => {
      if (!this.matching(name, at, EVENT, 'Must be a name such as events.new_order or invoicing/issue-invoice')) return;
      if (this.events.has(name)) this.say(at, 'Event is named twice');
      this.events.add(name);
      if (name.startsWith('workflows.')) this.say(at, 'Notifications of workflows start nothing');
      this.known(this.knows.event?.(name), at);
    });
    this.optional(trigger, path, 'filter', (filter, at) => this.condition(filter, at));
  }

  private hook(trigger: Plain, path: string): void {
    this.only(trigger, path, ['kind', 'signature', 'dedupe_header']);
    this.optional(trigger, path, 'dedupe_header', (name, at) => this.matching(name, at, HEADER, 'Must be a header'));
    this.optional(trigger, path, 'signature', (signature, at) => {
      if (!isPlain(signature)) return void this.say(at, 'Must be an object');
      this.only(signature, at, ['header', 'secret', 'prefix']);
      this.matching(signature.header, join(at, 'header'), HEADER, 'Must be a header');
      if (this.matching(signature.secret, join(at, 'secret'), SECRET, 'Must be the name of a secret'))
        this.secret(signature.secret, join(at, 'secret'));
      this.optional(signature, at, 'prefix', (prefix, one) => this.text(prefix, one, 0, 50));
    });
  }

  // Steps

  private stepList(steps: unknown[], path: string, { known, inLoop, depth, length }: Place): void {
    if (depth > LIMITS.depth) return void this.say(path, `At most ${LIMITS.depth} levels deep`);
    const seen = new Set(known);
    steps.forEach((step, index) => {
      const at = `${path}[${index}]`;
      this.place = { known: seen, inLoop, depth, length };
      this.steps += 1;
      if (this.steps === LIMITS.steps + 1) this.say(path, `At most ${LIMITS.steps} steps`);
      if (this.steps <= LIMITS.steps) this.step(step, at);
      if (isPlain(step) && typeof step.key === 'string') seen.add(step.key);
    });
  }

  private step(step: unknown, path: string): void {
    if (!isPlain(step)) return void this.say(path, 'Must be an object');
    this.only(step, path, ['key', 'kind', 'when', 'retry', 'on_error', 'config']);
    if (this.matching(step.key, join(path, 'key'), KEY, 'Must be a key such as send_mail')) {
      if (this.keys.has(step.key)) this.say(join(path, 'key'), 'Key is used twice');
      this.keys.add(step.key);
      this.place.length += step.key.length;
      if (this.place.length > LIMITS.path) this.say(join(path, 'key'), `Path is longer than ${LIMITS.path} characters`);
    }
    this.optional(step, path, 'when', (when, at) => this.condition(when, at));
    this.optional(step, path, 'on_error', (value, at) => void this.oneOf(value, at, ['fail', 'continue']));
    this.optional(step, path, 'retry', (retry, at) => {
      if (!isPlain(retry)) return void this.say(at, 'Must be an object');
      this.only(retry, at, ['max_attempts', 'backoff_seconds', 'factor']);
      this.optional(retry, at, 'max_attempts', (value, one) => this.whole(value, one, 1, 10));
      this.optional(retry, at, 'backoff_seconds', (value, one) => this.number(value, one, 0, 3600));
      this.optional(retry, at, 'factor', (value, one) => this.number(value, one, 1, 10));
    });
    if (!this.oneOf(step.kind, join(path, 'kind'), STEP_KINDS)) return;
    const at = join(path, 'config');
    if (!isPlain(step.config)) return void this.say(at, 'Must be an object');
    this.only(step.config, at, CONFIGS[step.kind]);
    this[step.kind](step.config, at);
  }

  private http(config: Plain, path: string): void {
    this.oneOf(config.method, join(path, 'method'), METHODS);
    if (this.text(config.url, join(path, 'url'), 1, 4096)) this.template(config.url, join(path, 'url'));
    this.optional(config, path, 'query', (query, at) => this.values(query, at));
    this.optional(config, path, 'headers', (headers, at) => {
      this.values(headers, at, true);
      for (const name of isPlain(headers) ? Object.keys(headers) : [])
        if (!HEADER.test(name) || OWN_HEADERS.has(name.toLowerCase()))
          this.say(join(at, name), 'Header is not allowed');
    });
    this.optional(config, path, 'json', (json, at) => this.template(json, at, true));
    this.optional(config, path, 'form', (form, at) => this.values(form, at, true));
    this.optional(config, path, 'text', (text, at) => {
      if (this.text(text, at, 0, LIMITS.bytes)) this.template(text, at, true);
    });
    const bodies = ['json', 'form', 'text'].filter((name) => config[name] !== undefined);
    if (bodies.length > 1) this.say(path, 'Only one of json, form and text');
    if (bodies.length && (config.method === 'GET' || config.method === 'HEAD'))
      this.say(path, `${config.method} has no body`);
    this.optional(config, path, 'timeout_seconds', (value, at) => this.number(value, at, 1, 60));
    this.optional(config, path, 'ok_status', (value, at) =>
      this.list(value, at, 1, 50, (status, one) => this.whole(status, one, 100, 599)),
    );
  }

  private app(config: Plain, path: string): void {
    const right =
      this.matching(config.slug, join(path, 'slug'), SLUG, 'Must be the slug of an app') &&
      this.matching(config.action, join(path, 'action'), SLUG, 'Must be the name of an action');
    if (right) {
      const { slug, action } = config as { slug: string; action: string };
      this.actions.set(`${slug}/${action}`, { slug, action });
      if (slug === 'workflows') this.say(join(path, 'slug'), 'Actions of workflows are not allowed');
      else if (action === 'payment-succeeded' || action === 'payment-refunded')
        this.say(join(path, 'action'), 'Action is not allowed');
      else this.known(this.knows.action?.(slug, action), join(path, 'action'));
    }
    this.optional(config, path, 'input', (input, at) => this.values(input, at));
  }

  private notify(config: Plain, path: string): void {
    for (const [name, most] of [['title', 200] as const, ['body', 2000] as const])
      if (this.text(config[name], join(path, name), 1, most)) this.template(config[name], join(path, name));
  }

  private branch(config: Plain, path: string): void {
    const place = { ...this.place, length: this.place.length + '/'.length };
    this.list(config.cases, join(path, 'cases'), 1, 10, (one, at) => {
      if (!isPlain(one)) return void this.say(at, 'Must be an object');
      this.only(one, at, ['when', 'steps']);
      this.place = place;
      this.condition(one.when, join(at, 'when'));
      this.inner(one.steps, join(at, 'steps'), place);
    });
    this.optional(config, path, 'else', (steps, at) => this.inner(steps, at, place));
  }

  private for_each(config: Plain, path: string): void {
    const place = { ...this.place, inLoop: true, length: this.place.length + `[${LIMITS.items - 1}]/`.length };
    const at = join(path, 'items');
    if (Array.isArray(config.items)) this.list(config.items, at, 0, LIMITS.items, () => undefined);
    else if (typeof config.items !== 'string' || !config.items.includes('{{')) this.say(at, 'Must be a list');
    this.template(config.items, at);
    this.inner(config.steps, join(path, 'steps'), place);
  }

  private inner(steps: unknown, path: string, place: Place): void {
    this.list(steps, path, 1, LIMITS.steps, () => undefined);
    if (Array.isArray(steps)) this.stepList(steps, path, { ...place, depth: place.depth + 1 });
  }

  private delay(config: Plain, path: string): void {
    if ((config.seconds === undefined) === (config.until === undefined))
      return void this.say(path, 'Needs either seconds or until');
    const isTemplate = (value: unknown) => typeof value === 'string' && value.includes('{{');
    if (config.seconds !== undefined && !isTemplate(config.seconds))
      this.number(config.seconds, join(path, 'seconds'), 0, 30 * 24 * 3600);
    if (config.until !== undefined && !isTemplate(config.until) && Number.isNaN(Date.parse(String(config.until))))
      this.say(join(path, 'until'), 'Must be a time such as 2026-03-09T08:00:00Z');
    this.template(config, path);
  }

  private approval(config: Plain, path: string): void {
    if (this.text(config.message, join(path, 'message'), 1, 2000)) this.template(config.message, join(path, 'message'));
    this.optional(config, path, 'approvers', (approvers, at) =>
      this.list(approvers, at, 1, 5, (id, one) => {
        if (!this.matching(id, one, UUID, 'Must be the id of a user')) return;
        this.approvers.add(id);
        this.known(this.knows.approver?.(id), one);
      }),
    );
    this.optional(config, path, 'timeout_hours', (value, at) => this.number(value, at, 1, 720));
    this.optional(config, path, 'on_reject', (value, at) => void this.oneOf(value, at, ['fail', 'continue']));
  }

  private set(config: Plain, path: string): void {
    this.values(config.values, join(path, 'values'));
  }

  private stop(config: Plain, path: string): void {
    this.oneOf(config.status, join(path, 'status'), ['succeeded', 'failed']);
    this.optional(config, path, 'message', (message, at) => {
      if (this.text(message, at, 0, 500)) this.template(message, at);
    });
  }
}

const CONFIGS: Record<StepKind, string[]> = {
  http: ['method', 'url', 'headers', 'query', 'json', 'form', 'text', 'timeout_seconds', 'ok_status'],
  app: ['slug', 'action', 'input'],
  notify: ['title', 'body'],
  branch: ['cases', 'else'],
  for_each: ['items', 'steps'],
  delay: ['seconds', 'until'],
  approval: ['message', 'approvers', 'timeout_hours', 'on_reject'],
  set: ['values'],
  stop: ['status', 'message'],
};

/** Steps are at most four levels deep, so that deeper values are nobody's work. */
function nesting(value: unknown): number {
  let [level, deep] = [[value], 0];
  for (; level.length && deep <= LIMITS.nested; deep += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return deep;
}
