import { isLocalCaller } from '../../src/platform/access/local-caller.guard.js';
import { networkOf, NEARBY, Networks } from '../../src/platform/http/networks.js';

describe('networks', () => {
  it.each<[given: string[], address: string | undefined, isIn: boolean]>([
    [['loopback'], '127.0.0.1', true],
    [['loopback'], '127.9.9.9', true],
    [['loopback'], '::1', true],
    [['loopback'], '::ffff:127.0.0.1', true],
    [['loopback'], '10.0.0.1', false],
    [['loopback'], undefined, false],
    [['loopback'], 'localhost', false],
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '::ffff:10.255.0.1', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['192.0.2.7', 'fd00::/8'], '192.0.2.7', true],
    [['192.0.2.7', 'fd00::/8'], 'fd12::1', true],
    [['192.0.2.7', 'fd00::/8'], '192.0.2.8', false],
    [[], '127.0.0.1', false],
  ])('%j has %s: %s', (given, address, isIn) => expect(new Networks(given).has(address)).toBe(isIn));

  it.each(['172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.0.1', 'fe80::1', 'fd00::1', '::1'])(
    'nearby is %s',
    (address) => expect(NEARBY.has(address)).toBe(true),
  );
  it.each(['172.15.0.1', '172.32.0.1', '8.8.8.8', '2001:db8::1'])('nearby is not %s', (address) =>
    expect(NEARBY.has(address)).toBe(false),
  );
});

describe('the customer of a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, customer) => expect(networkOf(address)).toBe(customer));
});

describe('a caller of this machine', () => {
  const ask = (remoteAddress: string | undefined, headers: Record<string, string>) =>
    isLocalCaller({ socket: { remoteAddress }, headers } as never);

  it.each([
    ['127.0.0.1', 'localhost'],
    ['127.0.0.1', 'LOCALHOST:3000'],
    ['127.0.0.1', '127.0.0.1:65535'],
    ['127.3.2.1', '127.3.2.1'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', 'localhost:1'],
  ])('comes from %s and asks for %s', (address, host) => expect(ask(address, { host })).toBe(true));

  it.each<[string | undefined, Record<string, string>]>([
    ['192.168.1.5', { host: 'localhost' }],
    ['::ffff:10.0.0.1', { host: 'localhost' }],
    [undefined, { host: 'localhost' }],
    ['127.0.0.1', {}],
    ['127.0.0.1', { host: 'rebound.example' }],
    ['127.0.0.1', { host: 'localhost.example' }],
    ['127.0.0.1', { host: 'localhost@example' }],
    ['127.0.0.1', { host: '127.0.0.1.example' }],
    ['127.0.0.1', { host: '192.168.1.5:3000' }],
    ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }],
    ['127.0.0.1', { host: 'localhost', forwarded: 'for=203.0.113.7' }],
    ['127.0.0.1', { host: 'localhost', 'x-real-ip': '203.0.113.7' }],
    ['127.0.0.1', { host: 'localhost', via: '1.1 proxy' }],
  ])('is not %s with %j', (address, headers) => expect(ask(address, headers)).toBe(false));
});
