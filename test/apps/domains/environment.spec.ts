import { readEnvironment } from '../../../src/platform/config/environment.js';

const expectRefused = (name: string, given: string) => () => readEnvironment({ [name]: given });

it.each([
  ['DNS_PREFIX', 'hub.x'],
  ['DNS_PREFIX', '-hub'],
  ['EDGE_HOST', 'edge'],
  ['EDGE_IPS', 'edge.example.com'],
  ['DNS_SERVERS', 'dns.example.com'],
  ['DNS_SERVERS', '10.0.0.2:x'],
  ['DNS_SERVERS', '10.0.0.2:65536'],
  ['TLS_CHECK_ALLOW', 'edge'],
])('%s=%s stops the start', (name, given) => {
  expect(expectRefused(name, given)).toThrow(`${name} is "${given}", accepted is `);
});

it('has defaults, and takes addresses with and without ports', () => {
  const { dnsPrefix, edgeHost, edgeIps, dnsServers, tlsCheckAllow } = readEnvironment({});
  expect({ dnsPrefix, edgeHost, edgeIps, dnsServers, tlsCheckAllow }).toEqual({
    dnsPrefix: 'hub',
    edgeHost: undefined,
    edgeIps: [],
    dnsServers: [],
    tlsCheckAllow: [],
  });
  const servers = '1.1.1.1, 9.9.9.9:53, 2606:4700::1111, [2606:4700::1111]:5353';
  expect(readEnvironment({ DNS_SERVERS: servers, DNS_PREFIX: 'Hub' })).toMatchObject({
    dnsServers: servers.split(', '),
    dnsPrefix: 'hub',
  });
});
