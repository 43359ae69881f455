import { type CanActivate, Injectable } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';
import { Refusal } from '../../platform/http/refusal.js';

/** Answers 404 in production, as the routes are only for developers. */
@Injectable()
export class DevelopmentGuard implements CanActivate {
  constructor(private readonly environment: Environment) {}

  canActivate(): boolean {
    if (this.environment.production) throw new Refusal(404, 'Not found');
    return true;
  }
}
