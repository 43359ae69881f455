import { Runtime } from '../../platform/config/runtime.js';
import { AppProvider } from '../kernel/app-provider.js';

/** The public addresses of the app. */
@AppProvider()
export class AddressesService {
  constructor(private readonly runtime: Runtime) {}

  readonly feed = (feedToken: string) => this.of(`hosts/${feedToken}.ics`);
  readonly calendarFile = (calendarToken: string) => this.of(`bookings/${calendarToken}.ics`);
  readonly join = (calendarToken: string) => this.of(`join/${calendarToken}`);

  private of(path: string): string {
    return `${this.runtime.publicUrl}/v1/apps/live-sessions/public/${path}`;
  }
}
