import type { RE2JS } from 're2js';
import { compilePattern } from './censor-pattern.js';

export interface StoredCensor {
  id: string;
  pattern: string;
  replacement: string;
}

export interface Cleaned {
  text: string;
  /** How often a censor found something in it. */
  matches: number;
  /** Censors that the text kept busy for too long. */
  slow: string[];
}

interface Compiled extends StoredCensor {
  engine: RE2JS;
  /** What a text must hold, folded, for the pattern to match; undefined where that is not plain to see. */
  literal: string | undefined;
}

const LITERAL = /^(?:\\b)?([\w '-]+)(?:\\b)?$/;
/**
 * One search is linear, but a search for each match is not: `bad.*word|bad` takes 24 s over 50,000 characters of
 * `bad `. What is left of such a text then is taken away as a whole, so that nobody gets past a censor by it.
 */
const BUDGET_MS = 2_000;
/** Of all programs together: a thousand of the largest take more memory than a thread has. */
const MOST_STEPS = 500_000;
/** Where replacements have made a text so long, matches are only taken out: each censor could multiply it by 200. */
const MOST_UNITS = 200_000;

/** All censors, compiled once, over one text after another. */
export class Censors {
  readonly skipped: string[] = [];
  private readonly compiled: Compiled[] = [];

  constructor(stored: StoredCensor[]) {
    let room = MOST_STEPS;
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
      // A plain word is found in a fifth of the time that the engine takes, and most censors are plain words.
      const may = literal === undefined ? engine.test(cleaned.text) : folded.includes(literal);
      if (!may) continue;
      replace(cleaned, censor);
      folded = fold(cleaned.text);
    }
    return cleaned;
  }
}

const literalOf = (pattern: string) => LITERAL.exec(pattern)?.[1]?.toLowerCase();

/** Up and down again, as to RE2 the long s is an s and the sign of Kelvin a k. */
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
    if (made.length + text.length - at + replacement.length <= MOST_UNITS) made += replacement;
    if (performance.now() < end) continue;
    cleaned.slow.push(id);
    at = text.length;
    break;
  }
  cleaned.text = made + text.slice(at);
}
