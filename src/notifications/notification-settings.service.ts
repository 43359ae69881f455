import { Injectable } from '@nestjs/common';
import { type Many, ExtensionsService } from '../platform/extensions.service.js';
import { type Fault, invalid } from '../platform/http/refusal.js';
import { NOTIFICATION_TYPES, NotifyingAppsList } from './notification-type.js';

const OF_APP = 'app:';

/** The name of the setting of an app. It covers all notifications of the app. */
export const switchOf = (slug: string) => `${OF_APP}${slug}`;

/** The settings that exist: one per type of the core and one per app. */
@Injectable()
export class NotificationSettingsService {
  private readonly notifyingApps: Many<NotifyingAppsList>;

  constructor(extensions: ExtensionsService) {
    this.notifyingApps = extensions.many(NotifyingAppsList);
  }

  present(switchedOff: string[]): Record<string, boolean> {
    return Object.fromEntries(this.listNames().map((name) => [name, !switchedOff.includes(name)]));
  }

  /** Names that are no setting are left out, but an unknown app is a fault. */
  parse(given: object): Record<string, boolean> {
    const names = new Set(this.listNames());
    const faults: Fault[] = [];
    const switches: [string, boolean][] = [];
    for (const [name, wanted] of Object.entries(given)) {
      const fault = (message: string) => faults.push({ field: `settings.${name}`, message });
      if (!names.has(name)) {
        if (name.startsWith(OF_APP)) fault('there is no app of this name that notifies');
      } else if (typeof wanted === 'boolean') switches.push([name, wanted]);
      else fault(`${name} must be a boolean value`);
    }
    if (faults.length) throw invalid(...faults);
    return Object.fromEntries(switches);
  }

  private listNames(): string[] {
    const slugs = this.notifyingApps.values.flatMap((apps) => apps.slugs());
    return [...NOTIFICATION_TYPES, ...slugs.map(switchOf)];
  }
}
