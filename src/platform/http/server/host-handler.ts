import type { NextFunction, Request, Response } from 'express';

/** The extension point that sees a request before all routes, and answers those of hosts that do not serve the API. */
export abstract class HostHandler {
  abstract handle(request: Request, response: Response, next: NextFunction): void;
}
