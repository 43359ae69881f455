import { RE2JS } from 're2js';

const MOST_CHARS = 500;
/** Repetitions multiply: `a{1,1000}` written fifty times is a program of 100,000 steps, gone through at each letter. */
const MOST_STEPS = 2_500;
/** Where a pattern that matches without a letter shows it: nowhere, at the edge of a word, between words. */
const EMPTY_HANDED = ['', 'a', ' - '];

/** A pattern as the engine runs it; undefined where RE2 does not know it, or it is too large. */
export function compilePattern(pattern: string): RE2JS | undefined {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return compiled.programSize() <= MOST_STEPS ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it may be stored as the pattern of a censor. To find out that it may not can take a quarter of a second. */
export function isPattern(pattern: string): boolean {
  const compiled = [...pattern].length <= MOST_CHARS ? compilePattern(pattern) : undefined;
  return !!compiled && !matchesNothing(compiled);
}

function matchesNothing(compiled: RE2JS): boolean {
  return EMPTY_HANDED.some((sample) => {
    const matcher = compiled.matcher(sample);
    while (matcher.find()) if (matcher.start() === matcher.end()) return true;
    return false;
  });
}
