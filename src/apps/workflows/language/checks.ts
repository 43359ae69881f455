import type { Problem } from './definition.js';

export type Plain = Record<string, unknown>;
export type Check = (value: unknown, path: string) => void;

const MOST_PROBLEMS = 100;

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const join = (path: string, name: string) => (path ? `${path}.${name}` : name);

/** Plain checks of JSON, each of which notes its problem. */
export class Checks {
  readonly problems: Problem[] = [];

  protected say(path: string, message: string): this {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ path, message });
    return this;
  }

  protected only(value: Plain, path: string, names: string[]): void {
    for (const name of Object.keys(value)) if (!names.includes(name)) this.say(join(path, name), 'Unknown field');
  }

  protected optional(value: Plain, path: string, name: string, check: Check): void {
    if (value[name] !== undefined) check(value[name], join(path, name));
  }

  protected list(value: unknown, path: string, least: number, most: number, check: Check): void {
    if (!Array.isArray(value)) return void this.say(path, 'Must be a list');
    if (value.length < least || value.length > most)
      return void this.say(path, least ? `Must have ${least} to ${most} entries` : `At most ${most} entries`);
    value.forEach((one, index) => check(one, `${path}[${index}]`));
  }

  protected oneOf<Name extends string>(value: unknown, path: string, names: readonly Name[]): value is Name {
    if ((names as readonly unknown[]).includes(value)) return true;
    this.say(path, `Must be one of ${names.join(', ')}`);
    return false;
  }

  protected matching(value: unknown, path: string, pattern: RegExp, message: string): value is string {
    if (typeof value === 'string' && value.length <= 200 && pattern.test(value)) return true;
    this.say(path, message);
    return false;
  }

  protected text(value: unknown, path: string, least: number, most: number): value is string {
    if (typeof value === 'string' && value.length >= least && value.length <= most) return true;
    this.say(path, `Must be a text of ${least} to ${most} characters`);
    return false;
  }

  protected whole(value: unknown, path: string, least: number, most: number): void {
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
      this.say(path, `Must be a whole number from ${least} to ${most}`);
  }

  protected number(value: unknown, path: string, least: number, most: number): void {
    if (typeof value !== 'number' || !(value >= least && value <= most))
      this.say(path, `Must be a number from ${least} to ${most}`);
  }

  protected readonly isBoolean: Check = (value, path) => {
    if (typeof value !== 'boolean') this.say(path, 'Must be true or false');
  };
}
