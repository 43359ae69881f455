import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { Newcomer } from '../../account/users/registration-rule.js';

export const BLACKLIST_TYPES = ['email', 'ip', 'domain', 'username'] as const;
export type BlacklistType = (typeof BLACKLIST_TYPES)[number];

/** An entry in the form in which values are compared. */
export interface FoldedEntry {
  type: BlacklistType;
  folded: string;
}

const MAX_LENGTH = 254;
/** The upper 96 bits of an IPv4-mapped IPv6 address. */
const MAPPED = 0xffffn;
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

interface Address {
  bits: bigint;
  size: 32 | 128;
}

/** The canonical form of a network such as `1.2.3.0/24` or of a single address; undefined if the text is neither. */
function foldNetwork(text: string): string | undefined {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const parsed = parse(address);
  if (!parsed) return undefined;
  const length = prefix === undefined ? parsed.size : Number(prefix) - (isMapped(address, parsed) ? 96 : 0);
  return length >= 0 && length <= parsed.size ? networkOf(parsed, length) : undefined;
}

/** Every network that contains the address, in the form of `foldNetwork`. */
function networksOf(address: string): string[] {
  const parsed = parse(address);
  if (!parsed) return [];
  return Array.from({ length: parsed.size + 1 }, (_, length) => networkOf(parsed, length));
}

function networkOf({ bits, size }: Address, length: number): string {
  const rest = BigInt(size - length);
  return `${((bits >> rest) << rest).toString(16).padStart(size / 4, '0')}/${length}`;
}

/** An IPv4-mapped IPv6 address is read as IPv4, because dual-stack sockets report IPv4 clients in this form. */
function parse(text: string): Address | undefined {
  const [address = ''] = text.split('%', 1);
  const family = isIP(address);
  if (family === 4) return { bits: join(address.split('.').map(Number), 8n), size: 32 };
  if (family !== 6) return undefined;
  const bits = join(groupsOf(address), 16n);
  return bits >> 32n === MAPPED ? { bits: bits & 0xffffffffn, size: 32 } : { bits, size: 128 };
}

const isMapped = (text: string, { size }: Address) => size === 32 && text.includes(':');

/** The eight groups. The URL parser normalises the address to its shortest form without dots. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0');
  return [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
}

const join = (parts: number[], width: bigint) => parts.reduce((bits, part) => (bits << width) | BigInt(part), 0n);
