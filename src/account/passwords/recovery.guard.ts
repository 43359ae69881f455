import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Refusal } from '../../platform/http/refusal.js';
import { deviceOf } from '../device.js';
import { MailTokensService } from '../mail-tokens/mail-tokens.service.js';

export const recoveryTokenRequired = () =>
  new Refusal(401, 'Recovery token required: pass it as Authorization: Bearer <token>');

export const recoveryToken = ({ headers }: Request) => /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Checks the recovery token before the body is read. It does not consume the token, so an invalid body can be corrected. */
@Injectable()
export class RecoveryGuard implements CanActivate {
  constructor(private readonly tokens: MailTokensService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = recoveryToken(request);
    if (!token || !(await this.tokens.isUsable(token, 'recovery', deviceOf(request).address))) {
      throw recoveryTokenRequired();
    }
    return true;
  }
}
