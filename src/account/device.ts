import type { Request } from 'express';
import { plainAddress } from '../platform/http/networks.js';

/** Where a request comes from, as sessions store it and the list of sessions shows it. */
export interface Device {
  address: string | null;
  userAgent: string | null;
}

const MAX_USER_AGENT = 400;

export function deviceOf(request: Request): Device {
  const agent = request.headers['user-agent'];
  return {
    address: plainAddress(request.ip) ?? null,
    userAgent: agent ? Buffer.from(agent, 'latin1').toString('ascii').slice(0, MAX_USER_AGENT) : null,
  };
}
