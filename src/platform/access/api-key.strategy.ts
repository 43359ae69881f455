import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-custom';
import { type Caller, CallerLookup } from './access.js';

/** The prefix lets readers and secret scanners recognise a leaked key in public code. */
const PREFIX = 'cpk_';
const SHAPE = /^cpk_[\w-]{43}$/;

export function newApiKey(): { key: string; prefix: string; hash: Buffer } {
  const key = PREFIX + randomBytes(32).toString('base64url');
  return { key, prefix: key.slice(0, PREFIX.length + 6), hash: hashApiKey(key) };
}

const hashApiKey = (key: string) => createHash('sha256').update(key).digest();

@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy, 'api-key') {
  constructor(private readonly callers: CallerLookup) {
    super();
  }

  async validate(request: Request): Promise<Caller | false> {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string' || !SHAPE.test(key)) return false;
    return (await this.callers.byKey(hashApiKey(key))) ?? false;
  }
}
