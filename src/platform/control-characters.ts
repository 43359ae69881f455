/** Control characters (C0 and C1), line and paragraph separators, and characters that change the writing direction. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const EACH = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

export const hasControlCharacter = (text: string) => CONTROL.test(text);

/** Escapes them as JSON does, because a terminal that prints them would execute them. */
export const escapeControlCharacters = (text: string) =>
  text.replace(EACH, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Escapes each line of a text and keeps the line breaks. */
export const escapeInLines = (text: string) => text.split('\n').map(escapeControlCharacters).join('\n');
