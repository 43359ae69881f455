import { RE2JS } from 're2js';

const MAX_CHARS = 500;
/** Fifty times `a{1,1000}` would be a program of 100,000 steps, which the engine runs for each letter. */
const MAX_STEPS = 2_500;
/** A pattern that can match the empty string does so in one of these: an empty text, next to a word, between words. */
const EMPTY_MATCH_SAMPLES = ['', 'a', ' - '];

/** Undefined if the pattern is not valid RE2 syntax or its program is too large. */
export function compilePattern(pattern: string): RE2JS | undefined {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return compiled.programSize() <= MAX_STEPS ? compiled : undefined;
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
