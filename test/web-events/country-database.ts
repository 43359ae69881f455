/** Writes a database of MaxMind's format: a tree over the bits of IPv4 addresses, then the data, then what it is. */
export function countryDatabase(countries: Record<string, string>): Buffer {
  const data: Buffer[] = [];
  let length = 0;
  const leaves = Object.entries(countries).map(([network, code]) => {
    const at = length;
    const value = map({ country: map({ iso_code: text(code) }) });
    data.push(value);
    length += value.length;
    return { bits: bitsOf(network), at };
  });
  const nodes = treeOf(leaves);
  const record = (value: number | { at: number } | undefined) =>
    value === undefined ? nodes.length : typeof value === 'number' ? value : nodes.length + 16 + value.at;
  const tree = nodes.flatMap((node) => node.map((value) => bytes(record(value), RECORD_BYTES)));
  const about = map({
    node_count: number(nodes.length, 6),
    record_size: number(RECORD_BYTES * 8, 5),
    ip_version: number(4, 5),
    database_type: text('Test-Country'),
    languages: Buffer.from([0x00, 0x04]),
    binary_format_major_version: number(2, 5),
    binary_format_minor_version: number(0, 5),
    build_epoch: number(1, 6),
    description: map({}),
  });
  return Buffer.concat([
    ...tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    about,
  ]);
}

const RECORD_BYTES = 4;

type Node = [number | { at: number } | undefined, number | { at: number } | undefined];

function treeOf(leaves: { bits: number[]; at: number }[]): Node[] {
  const nodes: Node[] = [[undefined, undefined]];
  for (const { bits, at } of leaves) {
    let node = nodes[0] as Node;
    for (const [place, bit] of bits.entries()) {
      if (place === bits.length - 1) node[bit] = { at };
      else {
        let next = node[bit];
        if (typeof next !== 'number') {
          next = nodes.push([undefined, undefined]) - 1;
          node[bit] = next;
        }
        node = nodes[next] as Node;
      }
    }
  }
  return nodes;
}

function bitsOf(network: string): number[] {
  const [address = '', size = ''] = network.split('/');
  const bits = address.split('.').flatMap((part) => [...Number(part).toString(2).padStart(8, '0')].map(Number));
  return bits.slice(0, Number(size));
}

function bytes(value: number, count: number): Buffer {
  const buffer = Buffer.alloc(count);
  buffer.writeUIntBE(value, 0, count);
  return buffer;
}

const text = (value: string) => Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
const number = (value: number, type: number) => Buffer.concat([Buffer.from([(type << 5) | 4]), bytes(value, 4)]);
const map = (fields: Record<string, Buffer>) =>
  Buffer.concat([
    Buffer.from([(7 << 5) | Object.keys(fields).length]),
    ...Object.entries(fields).flatMap(([name, value]) => [text(name), value]),
  ]);
