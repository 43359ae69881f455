import { RE2JS } from 're2js';

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
const MAX_CHARS = 500;
/** Fifty times `a{1,1000}` would be a program of 100,000 steps, which the engine runs for each letter. */
const MAX_STEPS_OF_PATTERN = 2_500;
/** A pattern that can match the empty string does so in one of these: an empty text, next to a word, between words. */
const EMPTY_MATCH_SAMPLES = ['', 'a', ' - '];

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

/** Undefined if the pattern is not valid RE2 syntax or its program is too large. */
function compilePattern(pattern: string): RE2JS | undefined {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return compiled.programSize() <= MAX_STEPS_OF_PATTERN ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** True if a censor may have this pattern. The check can take a quarter of a second. */
export function isPattern(pattern: string): boolean {
  const compiled = [...pattern].length <= MAX_CHARS ? compilePattern(pattern) : undefined;
  return !!compiled && !matchesEmptyString(compiled);
}

function matchesEmptyString(compiled: RE2JS): boolean {
  return EMPTY_MATCH_SAMPLES.some((sample) => {
    const matcher = compiled.matcher(sample);
    while (matcher.find()) if (matcher.start() === matcher.end()) return true;
    return false;
  });
}
