import { Injectable } from '@nestjs/common';
import { type Departure, UserOfflineHook } from '../../realtime/extension-points.js';
import { AccountLockoutHook } from '../../account/users/account-deletion-hook.js';
import { PresenceService } from './presence.service.js';

/** Users without a connection are offline, whatever status they set last. */
@Injectable()
export class PresenceOfflineExtension extends UserOfflineHook {
  constructor(private readonly presence: PresenceService) {
    super();
  }

  departed(people: Departure[]): Promise<void> {
    return this.presence.setOffline(people);
  }
}

/** Watchers of an account that is deleted, banned or suspended see it go offline. */
@Injectable()
export class PresenceLockoutExtension extends AccountLockoutHook {
  constructor(private readonly presence: PresenceService) {
    super();
  }

  before(userId: string): Promise<void> {
    this.presence.announceOffline(userId);
    return Promise.resolve();
  }
}
