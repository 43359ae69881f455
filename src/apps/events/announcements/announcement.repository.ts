import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { EventAnnouncement } from './announcement.entity.js';

const AUDIENCE = `t.event_id = $1 AND t.owner_id IS NOT NULL
  AND t.status = $2 AND ($2 = 'valid' OR t.updated_at = $3::timestamptz)
  AND ($4::uuid[] IS NULL OR t.ticket_type_id = ANY ($4::uuid[])) AND (NOT $5::boolean OR t.checked_in_at IS NULL)`;
const RECIPIENTS = sql(
  'events_announcement_recipients',
  `SELECT DISTINCT t.owner_id FROM ext_events.tickets t
   WHERE ${AUDIENCE} AND t.owner_id > coalesce($6::uuid, '00000000-0000-0000-0000-000000000000')
   ORDER BY t.owner_id LIMIT $7`,
);
const COUNT = sql(
  'events_announcement_count',
  `SELECT count(DISTINCT t.owner_id)::int AS count FROM ext_events.tickets t WHERE ${AUDIENCE}`,
);
const RECENT = sql(
  'events_announcements_recent',
  `SELECT count(*)::int AS count FROM ext_events.announcements
   WHERE event_id = $1 AND type = $2 AND created_at > now() - interval '24 hours'`,
);

type Audience = Pick<
  EventAnnouncement,
  'event_id' | 'audience' | 'created_at' | 'ticket_type_ids' | 'only_not_checked_in'
>;

const valuesOf = (announcement: Audience) => {
  const { event_id, audience, created_at, ticket_type_ids, only_not_checked_in } = announcement;
  return [event_id, audience, created_at, ticket_type_ids, only_not_checked_in];
};

@AppProvider()
export class AnnouncementRepository extends EntityRepository<EventAnnouncement> {
  protected readonly entity = EventAnnouncement;

  /** The next holders after the last who was notified, each once. */
  async recipients(announcement: EventAnnouncement, count: number): Promise<string[]> {
    type Row = { owner_id: string };
    const rows = await this.rows<Row>(RECIPIENTS, ...valuesOf(announcement), announcement.sent_through, count);
    return rows.map(({ owner_id }) => owner_id);
  }

  async countRecipients(announcement: Audience): Promise<number> {
    return (await this.onlyOne<{ count: number }>(COUNT, ...valuesOf(announcement))).count;
  }

  /** How many of this type were written in 24 hours. */
  async countRecent(eventId: string, type: string): Promise<number> {
    return (await this.onlyOne<{ count: number }>(RECENT, eventId, type)).count;
  }
}
