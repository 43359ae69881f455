import { type CanActivate, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { Refusal } from '../../platform/http/refusal.js';

/** What is made for developers is, in production, not there. */
@Injectable()
export class DevelopmentGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(): boolean {
    if (this.config.production) throw new Refusal(404, 'Not found');
    return true;
  }
}
