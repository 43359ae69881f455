import { isIP } from 'node:net';
import type { Request } from 'express';
import type { Device } from './sessions/session.repository.js';

const MAX_USER_AGENT = 400;

/** Where a request comes from, as the list of sessions shows it. */
export function deviceOf(request: Request): Device {
  // An IPv4 caller on a socket that also speaks IPv6; a zone (fe80::1%eth0) is of no use to anybody else.
  const ip = request.ip?.replace(/^::ffff:/, '').replace(/%.*$/, '') ?? '';
  const address = isIP(ip) ? ip : null;
  const agent = request.headers['user-agent'];
  return {
    address,
    userAgent: agent ? Buffer.from(agent, 'latin1').toString('ascii').slice(0, MAX_USER_AGENT) : null,
  };
}
