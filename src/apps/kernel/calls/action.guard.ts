import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../../platform/access/access.js';
import { credentialFault } from '../../../platform/access/identify.guard.js';
import { nameRoute } from '../../../platform/http/route.registry.js';
import { ActionAccessService, type Called } from './action-access.service.js';

const called = new WeakMap<Request, Called>();

/** The action that a request is for, once the guard has let it in. */
export const calledBy = (request: Request) => called.get(request) as Called;

/** Refuses a request unless the action exists, the caller may call it, and the app is installed. */
@Injectable()
export class ActionGuard implements CanActivate {
  constructor(private readonly access: ActionAccessService) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    const { slug, action: name } = request.params as { slug: string; action: string };
    const found = this.access.find(slug, name);
    nameRoute(request, `/v1/apps/${slug}/${name}`);
    await this.access.check(found, request.user as Caller | undefined, credentialFault(request));
    called.set(request, found);
    return true;
  }
}
