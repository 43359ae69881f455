import { Checks, isPlain, join } from './checks.js';
import { LIMITS, OPERATORS } from './definition.js';
import { piecesOf, type Placeholder, TemplateFault } from './values.js';

/** What only the database knows about a definition. Undefined: nothing is wrong. */
export interface Knows {
  secret?: (name: string) => string | undefined;
  action?: (slug: string, action: string) => string | undefined;
  event?: (name: string) => string | undefined;
  approver?: (id: string) => string | undefined;
}

export const SECRET = /^[A-Z][A-Z0-9_]{0,59}$/;
const CONDITIONS = { most: 100, deep: 10 };

/** Where a step stands: what it may name. */
export interface Place {
  known: ReadonlySet<string>;
  inLoop: boolean;
  depth: number;
  /** How long the path of the step may be at a run. */
  length: number;
}

/** Checks of conditions, and of what placeholders name. */
export class TemplateChecks extends Checks {
  readonly secrets = new Set<string>();
  protected place: Place = { known: new Set(), inLoop: false, depth: 0, length: 0 };
  private conditions = 0;

  constructor(protected readonly knows: Knows) {
    super();
  }

  protected condition(condition: unknown, path: string, deep = 1): void {
    if (!isPlain(condition)) return void this.say(path, 'Must be a condition');
    this.conditions += 1;
    if (deep > CONDITIONS.deep) return void this.say(path, `At most ${CONDITIONS.deep} levels of conditions`);
    if (this.conditions === CONDITIONS.most * LIMITS.steps) return void this.say(path, 'Too many conditions');
    const group = ['all', 'any'].find((name) => name in condition);
    if (group) {
      this.only(condition, path, [group]);
      return this.list(condition[group], join(path, group), 1, CONDITIONS.most, (one, at) =>
        this.condition(one, at, deep + 1),
      );
    }
    if ('not' in condition) {
      this.only(condition, path, ['not']);
      return this.condition(condition.not, join(path, 'not'), deep + 1);
    }
    this.only(condition, path, ['left', 'op', 'right']);
    if (condition.left === undefined) this.say(join(path, 'left'), 'Is missing');
    this.template(condition.left, join(path, 'left'));
    if (!this.oneOf(condition.op, join(path, 'op'), OPERATORS)) return;
    const alone = condition.op === 'exists' || condition.op === 'empty';
    if (alone === (condition.right !== undefined))
      this.say(join(path, 'right'), alone ? `${condition.op} has no right side` : 'Is missing');
    this.template(condition.right, join(path, 'right'));
  }

  protected values(value: unknown, path: string, withSecrets = false): void {
    if (isPlain(value)) this.template(value, path, withSecrets);
    else this.say(path, 'Must be an object');
  }

  protected template(value: unknown, path: string, withSecrets = false): void {
    if (Array.isArray(value)) value.forEach((one, index) => this.template(one, `${path}[${index}]`, withSecrets));
    else if (isPlain(value))
      for (const [key, one] of Object.entries(value)) this.template(one, join(path, key), withSecrets);
    else if (typeof value === 'string') {
      try {
        for (const piece of piecesOf(value)) if (typeof piece === 'object') this.reference(piece, path, withSecrets);
      } catch (error) {
        if (!(error instanceof TemplateFault)) throw error;
        this.say(path, error.message);
      }
    }
  }

  protected reference(
    { path: written, parts: [root = '', name, ...rest] }: Placeholder,
    path: string,
    secrets: boolean,
  ) {
    const unknown = () => this.say(path, `Unknown value: ${written}`);
    if (root === 'secrets') {
      if (!secrets) this.say(path, 'Secrets are allowed in headers and bodies of http steps only');
      else if (name === undefined || rest.length || !SECRET.test(name)) unknown();
      else this.secret(name, path);
    } else if (root === 'steps') {
      if (name === undefined || rest[0] !== 'output') unknown();
      else if (!this.place.known.has(name)) this.say(path, `Step ${name} does not run before this step`);
    } else if (root === 'item' || root === 'index') {
      if (!this.place.inLoop) this.say(path, `${root} is known within for_each only`);
    } else if (root === 'run' || root === 'workflow') {
      if (name !== 'id' || rest.length) unknown();
    } else if (root === 'now' ? name !== undefined : root !== 'trigger') unknown();
  }

  protected secret(name: string, path: string): void {
    this.secrets.add(name);
    this.known(this.knows.secret?.(name), path);
  }

  protected known(fault: string | undefined, path: string): void {
    if (fault !== undefined) this.say(path, fault);
  }
}
