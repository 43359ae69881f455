import { harmlessName } from '../../../files/stored/file-name.js';

const FOLDER_LONGEST = 100;

/** `pdf` of `.PDF`. */
export const normalExtension = (given: string) => given.toLowerCase().replace(/^\./, '');

/** In lower case; empty where the name has none. Trailing dots and spaces do not count: file systems drop them. */
export function extensionOf(name: string): string {
  const plain = name.toLowerCase().replace(/(?<![. ])[. ]+$/, '');
  return /\.([a-z0-9]{1,20})$/.exec(plain)?.[1] ?? '';
}

/** By its name, before the bytes come: what the item lists, else what the owner does not block. */
export function isAllowedName(name: string, allowed: string[], blocked: string[]): boolean {
  const extension = extensionOf(name);
  return allowed.length ? allowed.includes(extension) : !blocked.map(normalExtension).includes(extension);
}

/** The name of a folder: without what paths must not hold. */
export const folderName = (given: string) =>
  [...harmlessName(given.replace(/[/\\]/g, '-'))].slice(0, FOLDER_LONGEST).join('').trim();

/** A taken name is changed by the app `documents`. */
export const storedName = (name: string, uploader: string, isPrefixed: boolean) =>
  harmlessName(isPrefixed ? `${folderName(uploader)} - ${name}` : name);
