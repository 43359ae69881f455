import { urlOf } from '../../../platform/urls.js';

const LONGEST_PATH = 512;

/** As paths are stored: without the query, the fragment and the slash at the end. */
export function pathOf({ pathname }: URL): string {
  let end = pathname.length;
  while (pathname[end - 1] === '/') end--;
  return pathname.slice(0, Math.min(end, LONGEST_PATH)) || '/';
}

/** A path that an owner wrote, in which `*` stands for any text, in the form of stored paths. */
export function pathPattern(text: string): string {
  const given = text.trim();
  const url = urlOf(`https://pattern.invalid${/^[/*]/.test(given) ? '' : '/'}${given.replace(/^\*/, '/*')}`);
  const path = url ? pathOf(url) : given;
  return given.startsWith('*') ? path.slice(1) : path;
}

/**
 * Whether the whole path matches. After a star fails to match, only the last star takes more text, so the time is at
 * most the product of both lengths. A regular expression would take exponentially long for some patterns.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  let [at, in_] = [0, 0];
  let star = -1;
  let resumed = 0;
  while (in_ < path.length) {
    if (pattern[at] === '*') {
      star = at++;
      resumed = in_;
    } else if (at < pattern.length && pattern[at] === path[in_]) {
      at++;
      in_++;
    } else if (star >= 0) {
      at = star + 1;
      in_ = ++resumed;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
