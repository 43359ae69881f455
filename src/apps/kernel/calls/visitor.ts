import type { Request } from 'express';
import type { Visitor } from './action.js';

export const visitorOf = ({ app, ip, headers, socket }: Request): Visitor => ({
  address: ip ?? '',
  userAgent: headers['user-agent'] ?? '',
  headers,
  viaOurProxy: (app.get('trust proxy fn') as Trusts)(socket.remoteAddress ?? '', 0),
});

type Trusts = (address: string, hops: number) => boolean;
