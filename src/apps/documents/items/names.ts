import { invalid } from '../../../platform/http/refusal.js';

const LONGEST = 255;
/** Control characters, characters that change the direction of text, and what separates folders in paths. */
const NOT_IN_NAMES = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/** A name without what it must not hold. `.` and `..` mean folders to programs that unpack archives. */
export function cleanName(given: string): string {
  const name = given.toWellFormed().replace(NOT_IN_NAMES, '').trim();
  if (/^\.{0,2}$/.test(name)) throw invalid({ field: 'name', message: 'name must have a visible character' });
  return name;
}

/** `report` and `.pdf`. What begins with its only dot has no extension. */
function parts(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= 20 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** "report (2).pdf", within the length of a name. */
export function numbered(name: string, number: number): string {
  const [stem, extension] = parts(name);
  const end = ` (${number})${extension}`;
  return [...stem].slice(0, LONGEST - [...end].length).join('') + end;
}

/** What the names of `numbered` begin and end with, in lower case. */
export function numberedPattern(name: string): { begins: string; ends: string } {
  const [stem, extension] = parts(name.toLowerCase());
  // Cut, because the stem of a long name is.
  return { begins: [...stem].slice(0, 200).join(''), ends: extension };
}

export function isBlocked(name: string, extensions: string[]): boolean {
  const last = name.toLowerCase().replace(/(?<![. ])[. ]+$/, '');
  return extensions.some((extension) => last.endsWith(`.${extension.toLowerCase().replace(/^\./, '')}`));
}
