import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The user whose request runs, as the database describes them at the time of the request. */
export interface Caller {
  id: string;
  email: string;
  role: string;
  type: string | null;
  status: string;
  username: string | null;
  /** The credential of the request: a session or an API key. */
  via: { session: string } | { key: string };
}

export const isAdmin = ({ role }: Caller) => role === 'admin' || role === 'service_role';

/** The caller of a route whose level needs one. */
export const TheCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().user,
);
