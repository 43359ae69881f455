import { isIP } from 'node:net';

interface Address {
  bits: bigint;
  size: 32 | 128;
}

const MAPPED = 0xffffn;

/** The canonical form of a network such as `1.2.3.0/24` or of a single address; undefined if the text is neither. */
export function foldNetwork(text: string): string | undefined {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const parsed = parse(address);
  if (!parsed) return undefined;
  const length = prefix === undefined ? parsed.size : Number(prefix) - (isMapped(address, parsed) ? 96 : 0);
  return length >= 0 && length <= parsed.size ? networkOf(parsed, length) : undefined;
}

/** Every network that contains the address, in the form of `foldNetwork`. */
export function networksOf(address: string): string[] {
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
