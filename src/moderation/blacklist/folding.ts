import { domainToASCII } from 'node:url';
import type { Newcomer } from '../../account/users/registration-rule.js';
import { foldNetwork, networksOf } from './network.js';

export const BLACKLIST_TYPES = ['email', 'ip', 'domain', 'username'] as const;
export type BlacklistType = (typeof BLACKLIST_TYPES)[number];

/** An entry in the form in which values are compared. */
export interface FoldedEntry {
  type: BlacklistType;
  folded: string;
}

const MAX_LENGTH = 254;
/** Mail hosts that ignore dots in the local part, and the main name of each. */
const DOTLESS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
  ['proton.me', 'proton.me'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
]);
const LABEL = /^[^\s/\\?#@:*]{1,63}$/;

/** The folded form of a value; undefined if it is not a valid value of the type. */
export function foldEntry(type: BlacklistType, value: string): string | undefined {
  const text = plain(value);
  return text.length > MAX_LENGTH ? undefined : FOLDS[type](text) || undefined;
}

/** Every entry that would refuse this registration. */
export function entriesAgainst({ email, ip, username }: Newcomer): FoldedEntry[] {
  const found: FoldedEntry[] = [];
  const add = (type: BlacklistType, ...all: (string | undefined)[]) => {
    for (const folded of all) if (folded) found.push({ type, folded });
  };
  if (email !== undefined) {
    add('email', foldEmail(plain(email)));
    add('domain', ...domainsOf(hostOf(plain(email))));
  }
  if (ip !== undefined) add('ip', ...networksOf(ip));
  if (username !== undefined) add('username', plain(username));
  return found;
}

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();

const FOLDS: Record<BlacklistType, (text: string) => string | undefined> = {
  email: foldEmail,
  ip: foldNetwork,
  // Staff also writes domains as `@example.com`, `*.example.com` and `.example.com`.
  domain: (text) => foldDomain(text.replace(/^(@|\*?\.)/, '')),
  username: (text) => text,
};

/** Every domain entry that would block this host. */
export const foldedDomains = (host: string): string[] => domainsOf(foldDomain(plain(host)));

function foldEmail(email: string): string | undefined {
  const host = hostOf(email);
  const name = unquoted(email.slice(0, Math.max(email.lastIndexOf('@'), 0))).replace(/(?<=.)\+.*$/s, '');
  if (!host || !name) return undefined;
  const dotless = DOTLESS.get(host);
  return dotless ? `${name.replaceAll('.', '')}@${dotless}` : `${name}@${host}`;
}

/** `"bad"@example.com` is the mailbox `bad@example.com`. Quotes stay if the name is invalid without them. */
function unquoted(name: string): string {
  const inner = /^"(.+)"$/s.exec(name)?.[1]?.replace(/\\(.)/gs, '$1');
  return inner && /^[^\s"\\@(),:;<>[\]]+$/.test(inner) ? inner : name;
}

function hostOf(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  return at < 0 ? undefined : foldDomain(email.slice(at + 1));
}

function foldDomain(text: string): string | undefined {
  if (/[/\\?#@:]/.test(text)) return undefined;
  const domain = domainToASCII(text).replace(/\.$/, '');
  return domain.split('.').every((label) => LABEL.test(label)) ? domain : undefined;
}

/** The domain and all its parent domains. */
function domainsOf(domain: string | undefined): string[] {
  const labels = domain?.split('.') ?? [];
  return labels.map((_, index) => labels.slice(index).join('.'));
}
