import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Refusal } from '../../platform/http/refusal.js';
import { deviceOf } from '../device.js';
import { MailTokens } from '../mail-tokens/mail-tokens.js';

export const recoveryTokenRequired = () =>
  new Refusal(401, 'Recovery token required: pass it as Authorization: Bearer <token>');

/** The recovery token of a reset, out of the header that says Bearer. */
export const recoveryToken = ({ headers }: Request) =>
  /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Looked at before the body; a body that is refused does not use it up. */
@Injectable()
export class RecoveryGuard implements CanActivate {
  constructor(private readonly links: MailTokens) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = recoveryToken(request);
    if (!token || !(await this.links.isGood(token, 'recovery', deviceOf(request).address))) {
      throw recoveryTokenRequired();
    }
    return true;
  }
}
