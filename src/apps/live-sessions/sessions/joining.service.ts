import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { MINUTE } from '../../kernel/calendar/wall-clock.js';
import { BookingRepository } from '../bookings/booking.repository.js';
import type { Booking } from '../entities/booking.entity.js';
import { LiveSessionsSettings } from '../live-sessions.settings.js';
import { drawToken } from '../schedules/schedules.service.js';
import { type SessionOfOffering, SessionRepository } from './session.repository.js';

/** Hosts prepare so long before the start. */
const HOST_MINUTES = 60;

export type Entry = 'open' | 'early' | 'cancelled' | 'ended';

/** Who may join when, and where. */
@AppProvider()
export class JoiningService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly bookings: BookingRepository,
    private readonly settings: AppSettings,
  ) {}

  entryOfHost(session: SessionOfOffering): Entry {
    return closedState(session) ?? (Date.now() < +session.starts_at - HOST_MINUTES * MINUTE ? 'early' : 'open');
  }

  async entryOfParticipant(session: SessionOfOffering): Promise<Entry> {
    const closed = closedState(session) ?? (Date.now() >= +session.ends_at ? 'ended' : undefined);
    return closed ?? (Date.now() < +(await this.opensAt(session)) ? 'early' : 'open');
  }

  /** When participants may join. */
  async opensAt({ owner_id, starts_at }: SessionOfOffering): Promise<Date> {
    const { join_opens_minutes } = await this.settingsOf(owner_id);
    return new Date(+starts_at - join_opens_minutes * MINUTE);
  }

  /** Of the session, else of its offering, else a room of the meeting server. Undefined: there is none. */
  async linkOf({ id, join_url, offering_join_url, owner_id }: SessionOfOffering): Promise<string | undefined> {
    const known = join_url ?? offering_join_url;
    if (known !== null) return known;
    const { meeting_base_url } = await this.settingsOf(owner_id);
    if (meeting_base_url === null) return undefined;
    const base = meeting_base_url.endsWith('/') ? meeting_base_url : `${meeting_base_url}/`;
    await this.sessions.drawRoom(id, `${base}${drawToken()}`);
    return (await this.sessions.read(id))?.join_url ?? undefined;
  }

  /** The first time counts. */
  async joined({ id }: Booking): Promise<void> {
    await this.bookings.update({ id, joined_at: null }, { joined_at: NOW, updated_at: NOW });
  }

  private settingsOf(hostId: string | null): Promise<LiveSessionsSettings> {
    return hostId === null
      ? Promise.resolve(new LiveSessionsSettings())
      : this.settings.of(LiveSessionsSettings, hostId);
  }
}

function closedState({ status }: SessionOfOffering): Entry | undefined {
  if (status === 'cancelled' || status === 'released') return 'cancelled';
  if (status === 'ended') return 'ended';
  return status === 'held' ? 'early' : undefined;
}
