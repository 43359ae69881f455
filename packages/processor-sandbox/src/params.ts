import { invalid } from './api-error.js';
import { urlOf } from './urls.js';

type Given = Record<string, unknown>;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
const MAX_AMOUNT = 99_999_999;

export type Metadata = Record<string, string>;

/**
 * The parameters of a call. They come from a form, so numbers and booleans are text. A refusal names its
 * parameter.
 */
export class Params {
  constructor(
    private readonly given: Given,
    private readonly prefix = '',
  ) {}

  name(key: string): string {
    return this.prefix ? `${this.prefix}[${key}]` : key;
  }

  has(key: string): boolean {
    return this.given[key] !== undefined && this.given[key] !== '';
  }

  text(key: string, max = 5000): string | undefined {
    if (!this.has(key)) return undefined;
    const value = this.given[key];
    if (typeof value !== 'string') throw invalid(`Invalid string: ${this.name(key)}`, this.name(key));
    if (value.length > max) {
      throw invalid(`Invalid string: must be at most ${max} characters`, this.name(key));
    }
    return value;
  }

  /** Returns the value, or throws the refusal for a missing one. */
  required<T>(key: string, value: T | undefined): T {
    if (value !== undefined) return value;
    throw invalid(`Missing required param: ${this.name(key)}.`, this.name(key), 'parameter_missing');
  }

  choice<T extends string>(key: string, accepted: readonly T[]): T | undefined {
    const value = this.text(key);
    if (value === undefined || accepted.includes(value as T)) return value as T | undefined;
    throw invalid(`Invalid ${this.name(key)}: must be one of ${accepted.join(', ')}`, this.name(key));
  }

  whole(key: string, min: number, max: number, fault = 'parameter_invalid_integer'): number | undefined {
    const value = this.text(key);
    if (value === undefined) return undefined;
    if (!/^-?\d+$/.test(value)) {
      throw invalid(`Invalid integer: ${value}`, this.name(key), 'parameter_invalid_integer');
    }
    const number = Number(value);
    if (number < min) {
      throw invalid(`Invalid ${this.name(key)}: must be at least ${min}`, this.name(key), fault.replace('*', 'small'));
    }
    if (number > max) {
      throw invalid(`Invalid ${this.name(key)}: must be at most ${max}`, this.name(key), fault.replace('*', 'large'));
    }
    return number;
  }

  amount(key: string, min = 1): number | undefined {
    return this.whole(key, min, MAX_AMOUNT, 'amount_too_*');
  }

  flag(key: string): boolean | undefined {
    const value = this.text(key);
    if (value === undefined || value === 'true' || value === 'false') return value && value === 'true';
    throw invalid(`Invalid boolean: ${value}`, this.name(key));
  }

  currency(key: string): string | undefined {
    const value = this.text(key)?.toLowerCase();
    if (value === undefined || CURRENCIES.has(value)) return value;
    throw invalid(`Invalid currency: ${value}`, this.name(key));
  }

  /** Returns the text unchanged: it may contain a {TEMPLATE}, which URL would encode. */
  url(key: string): string | undefined {
    const value = this.text(key);
    if (value === undefined || isWebAddress(value)) return value;
    throw invalid('Not a valid URL', this.name(key), 'url_invalid');
  }

  email(key: string): string | undefined {
    const value = this.text(key, 512);
    if (value === undefined || /^[^\s@]+@[^\s@]+$/.test(value)) return value;
    throw invalid(`Invalid email address: ${value}`, this.name(key), 'email_invalid');
  }

  under(key: string): Params {
    const value = this.given[key] ?? {};
    if (typeof value === 'object') return new Params(value as Given, this.name(key));
    throw invalid(`Invalid object`, this.name(key));
  }

  list(key: string): Params[] {
    const value = this.given[key] ?? [];
    if (typeof value !== 'object') throw invalid('Invalid array', this.name(key));
    return Object.keys(value as object).map((index) => this.under(key).under(index));
  }

  texts(key: string): string[] {
    const value = this.given[key] ?? [];
    return Object.values(value as object).filter((one) => typeof one === 'string');
  }

  /** The merged metadata: an empty value removes its key. */
  metadata(before: Metadata = {}): Metadata {
    if (this.given.metadata === '') return {};
    const metadata = new Map(Object.entries(before));
    const given = this.under('metadata');
    for (const key of Object.keys(given.given)) {
      if (key.length > 40) throw invalid('Metadata keys can be at most 40 characters', given.name(key));
      const value = given.text(key, 500);
      if (value === undefined) metadata.delete(key);
      else metadata.set(key, value);
    }
    if (metadata.size > 50) throw invalid('Metadata can have at most 50 keys', 'metadata');
    return Object.fromEntries(metadata);
  }
}

function isWebAddress(value: string): boolean {
  return ['http:', 'https:'].includes(urlOf(value)?.protocol ?? '');
}
