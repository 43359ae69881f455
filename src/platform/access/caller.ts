import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Who is asking, as the database knows him at this moment. */
export interface Caller {
  id: string;
  email: string;
  role: string;
  type: string | null;
  status: string;
  username: string | null;
  /** How he said who he is: a person's session, or a script's key. */
  via: { session: string } | { key: string };
}

export const isAdmin = ({ role }: Caller) => role === 'admin' || role === 'service_role';

/** The caller of a route whose level needs one. */
export const TheCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().user,
);
