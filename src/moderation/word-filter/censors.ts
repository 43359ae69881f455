import type { RE2JS } from 're2js';
import { compilePattern } from './censor-pattern.js';

export interface StoredCensor {
  id: string;
  pattern: string;
  replacement: string;
}

export interface Cleaned {
  text: string;
  /** The number of matches that were replaced. */
  matches: number;
  /** The ids of censors that exceeded their time for this text. */
  slow: string[];
}

interface Compiled extends StoredCensor {
  engine: RE2JS;
  /** A folded text that every match contains; undefined for patterns that are more than a plain word. */
  literal: string | undefined;
}

const LITERAL = /^(?:\\b)?([\w '-]+)(?:\\b)?$/;
/**
 * One search is linear, but a search for each match is not: `bad.*word|bad` takes 24 s over 50,000 characters of
 * `bad `. After this time the rest of the text is removed, so that a slow text cannot bypass a censor.
 */
const BUDGET_MS = 2_000;
/** The limit of all programs together: a thousand of the largest programs need more memory than a thread has. */
const MAX_STEPS = 500_000;
/** Above this length matches are removed instead of replaced, because each censor could multiply the length by 200. */
const MAX_UNITS = 200_000;

/** Compiles the censors once and applies them to many texts. */
export class Censors {
  readonly skipped: string[] = [];
  private readonly compiled: Compiled[] = [];

  constructor(stored: StoredCensor[]) {
    let room = MAX_STEPS;
    for (const censor of stored) {
      const engine = compilePattern(censor.pattern);
      if (engine && engine.programSize() <= room) {
        room -= engine.programSize();
        this.compiled.push({ ...censor, engine, literal: literalOf(censor.pattern) });
      } else this.skipped.push(censor.id);
    }
  }

  clean(given: string): Cleaned {
    const cleaned: Cleaned = { text: given, matches: 0, slow: [] };
    let folded = fold(given);
    for (const censor of this.compiled) {
      const { literal, engine } = censor;
      // Most censors are plain words, and `includes` takes a fifth of the engine's time.
      const mayMatch = literal === undefined ? engine.test(cleaned.text) : folded.includes(literal);
      if (!mayMatch) continue;
      replace(cleaned, censor);
      folded = fold(cleaned.text);
    }
    return cleaned;
  }
}

const literalOf = (pattern: string) => LITERAL.exec(pattern)?.[1]?.toLowerCase();

/** Upper case first, because RE2 also matches the long s as s and the Kelvin sign as k. */
const fold = (text: string) => text.toUpperCase().toLowerCase();

function replace(cleaned: Cleaned, { id, engine, replacement }: Compiled): void {
  const end = performance.now() + BUDGET_MS;
  const { text } = cleaned;
  const matcher = engine.matcher(text);
  let made = '';
  let at = 0;
  while (matcher.find()) {
    if (matcher.start() === matcher.end()) continue;
    cleaned.matches++;
    made += text.slice(at, matcher.start());
    at = matcher.end();
    if (made.length + text.length - at + replacement.length <= MAX_UNITS) made += replacement;
    if (performance.now() < end) continue;
    cleaned.slow.push(id);
    at = text.length;
    break;
  }
  cleaned.text = made + text.slice(at);
}
