import { StartRefusal } from './start-refusal.js';
import { urlOf } from '../urls.js';

export type Variables = Record<string, string | undefined>;

/**
 * Reads settings from the environment. A value that cannot be used is refused with a message that names the
 * accepted ones.
 */
export class Reader {
  /** The names of all settings that were read, set or not. */
  readonly asked = new Set<string>();

  constructor(private readonly variables: Variables) {}

  /** An empty value counts as not set: compose files and CI pass unset variables that way. */
  text(name: string): string | undefined {
    this.asked.add(name);
    return this.variables[name]?.trim() || undefined;
  }

  whole(name: string, fallback: number, min: number, max: number): number {
    const given = this.text(name);
    if (given === undefined) return fallback;
    const value = /^\d{1,10}$/.test(given) ? Number(given) : NaN;
    if (value >= min && value <= max) return value;
    throw refusal(name, given, `a whole number from ${min} to ${max}`);
  }

  flag(name: string, fallback: boolean): boolean {
    const given = this.text(name);
    if (given === undefined) return fallback;
    if (given === 'true' || given === 'false') return given === 'true';
    throw refusal(name, given, 'true or false');
  }

  choice(name: string, fallback: string, accepted: string[]): string {
    const given = this.text(name);
    if (given === undefined) return fallback;
    if (accepted.includes(given)) return given;
    throw refusal(name, given, `one of ${accepted.join(', ')}`);
  }

  url(name: string, protocols: string[]): string | undefined {
    const given = this.text(name);
    if (given !== undefined) checkUrl(name, given, protocols);
    return given;
  }

  list(name: string): string[] {
    const parts = this.text(name)?.split(',') ?? [];
    return parts.map((part) => part.trim()).filter(Boolean);
  }
}

export function refusal(name: string, given: string, accepted: string): StartRefusal {
  return new StartRefusal(`${name} is ${JSON.stringify(given.slice(0, 200))}, accepted is ${accepted}`);
}

/** Masks secrets in the value, even when it is not a valid address: everything up to the last @, and each password. */
export function masked(url: string): string {
  return url.replace(/^([a-z][a-z+.-]*:\/\/)?.*@/is, '$1***@').replace(/(password=)[^&\s]*/gi, '$1***');
}

export function checkUrl(name: string, given: string, protocols: string[]): URL {
  const url = urlOf(given);
  if (url && protocols.includes(url.protocol.replace(':', '')) && url.hostname) return url;
  throw refusal(name, masked(given), `an address that begins with ${protocols.map((p) => `${p}://`).join(' or ')}`);
}
