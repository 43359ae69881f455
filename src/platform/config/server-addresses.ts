import { isIP } from 'node:net';
import { type Reader, refusal } from './reader.js';

/** An address, with or without a port: `10.0.0.2`, `10.0.0.2:5353`, `[fd00::2]:5353`. */
const NAME_SERVER = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/;

export function nameServers(reader: Reader): string[] {
  return reader.list('DNS_SERVERS').map((given) => {
    const [, bracketed, dotted, port = '53'] = NAME_SERVER.exec(given) ?? [];
    if (isIP(bracketed ?? dotted ?? given) && Number(port) <= 65_535) return given;
    throw refusal('DNS_SERVERS', given, 'IP addresses of name servers, such as 10.0.0.2 or 10.0.0.2:5353');
  });
}

export function outboundAllow(reader: Reader): string[] {
  return reader.list('OUTBOUND_ALLOW').map((given) => {
    const [, bracketed, dotted, port] = NAME_SERVER.exec(given) ?? [];
    if (isIP(bracketed ?? dotted ?? '') && port !== undefined && Number(port) <= 65_535) return given;
    throw refusal('OUTBOUND_ALLOW', given, 'addresses with ports, such as 10.0.0.5:8080');
  });
}
