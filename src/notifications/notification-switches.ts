import { Injectable } from '@nestjs/common';
import { Declared } from '../platform/declared.js';
import { type Fault, invalid } from '../platform/http/refusal.js';
import { AppsThatNotify } from './apps-that-notify.port.js';
import { NOTIFICATION_TYPES } from './notification-type.js';

const OF_APP = 'app:';

/** The switch of an app: all that it tells together. */
export const switchOf = (slug: string) => `${OF_APP}${slug}`;

/** What can be switched off: each type of ours by itself, and each app as a whole. */
@Injectable()
export class NotificationSwitches {
  constructor(private readonly declared: Declared) {}

  present(switchedOff: string[]): Record<string, boolean> {
    return Object.fromEntries(this.names().map((name) => [name, !switchedOff.includes(name)]));
  }

  /** As it was sent: what is no switch is left out, but an app that there is not is a fault. */
  read(given: object): Record<string, boolean> {
    const names = new Set(this.names());
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

  private names(): string[] {
    const slugs = this.declared.all(AppsThatNotify).flatMap((apps) => apps.slugs());
    return [...NOTIFICATION_TYPES, ...slugs.map(switchOf)];
  }
}
