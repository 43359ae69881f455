import { randomBytes } from 'node:crypto';
import { isUnique } from '../../../platform/database/database-error.js';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { TicketedEvent } from './event.entity.js';

const LOCK_OWNER = sql('events_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
// The organiser before the event, as when the account of the organiser is deleted.
const KEEP_OWNER = sql(
  'events_keep_owner',
  `SELECT FROM account.users WHERE id = (SELECT owner_id FROM ext_events.events WHERE id = $1) FOR KEY SHARE`,
);
// Each type gets and gives its seats, and the event their sum: every change of seats goes through here.
const MOVE_SEATS = sql(
  'events_move_seats',
  `WITH moved AS (SELECT * FROM unnest($2::uuid[], $3::int[], $4::int[]) m (id, sold, held)),
     types AS (UPDATE ext_events.ticket_types t SET sold = t.sold + m.sold, held = t.held + m.held
       FROM moved m WHERE t.id = m.id)
   UPDATE ext_events.events e SET sold = e.sold + s.sold, held = e.held + s.held
   FROM (SELECT coalesce(sum(sold), 0)::int AS sold, coalesce(sum(held), 0)::int AS held FROM moved) s WHERE e.id = $1`,
);
const STAFF_KNOWN = sql(
  'events_staff_known',
  'SELECT count(*)::int AS count FROM account.users WHERE id = ANY ($1::uuid[])',
);
const LOCK_OF_USER = sql(
  'events_lock_of_user',
  `SELECT * FROM ext_events.events WHERE id = ANY (ARRAY(
     SELECT id FROM ext_events.events WHERE owner_id = $1
     UNION SELECT id FROM ext_events.events WHERE staff_ids @> ARRAY[$1::uuid]
     UNION SELECT event_id FROM ext_events.orders WHERE owner_id = $1
     UNION SELECT event_id FROM ext_events.tickets WHERE owner_id = $1
     UNION SELECT event_id FROM ext_events.waitlist_entries WHERE owner_id = $1
   )) ORDER BY id FOR NO KEY UPDATE`,
);
const DISOWN = sql(
  'events_disown',
  `UPDATE ext_events.events e SET owner_id = NULL, updated_at = now()
   WHERE owner_id = $1 AND EXISTS (SELECT FROM ext_events.orders o WHERE o.event_id = e.id)`,
);

const FORGET_STAFF = sql(
  'events_forget_staff',
  `UPDATE ext_events.events SET staff_ids = array_remove(staff_ids, $1::uuid) WHERE staff_ids @> ARRAY[$1::uuid]`,
);
const COMING = sql(
  'events_coming',
  `SELECT * FROM ext_events.events WHERE owner_id = $1 AND status = 'published' AND visibility = 'public'
     AND ends_at > now() ORDER BY starts_at, id LIMIT 500`,
);
const STARTING = sql(
  'events_starting_soon',
  `SELECT * FROM ext_events.events
   WHERE status = 'published' AND starts_at > now() AND starts_at <= now() + $1 * interval '1 hour'
     AND (starts_at, id) > ($2::timestamptz, $3::uuid)
   ORDER BY starts_at, id LIMIT $4`,
);
// A start that was moved meanwhile, or a mark that another run has sent, changes nothing.
const REMINDED = sql(
  'events_reminded',
  `UPDATE ext_events.events SET reminded_hours = reminded_hours || $3::int[]
   WHERE id = $1 AND status = 'published' AND starts_at = $2 AND NOT reminded_hours && $3::int[]`,
);

/** Seats of a type that become sold or held; negative: that come back. */
export interface Move {
  ticket_type_id: string;
  sold: number;
  held: number;
}

const SUFFIX_BYTES = 4;
const LONGEST_SLUG = 70;

@AppProvider()
export class EventRepository extends EntityRepository<TicketedEvent> {
  protected readonly entity = TicketedEvent;

  /** Every change of seats locks the event first, so that two changes wait for each other. */
  lock(id: string): Promise<TicketedEvent | undefined> {
    return this.findOne({ id }, { lock: 'no key update' });
  }

  /** Serialises what one owner makes, so that limits are exact. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  /** The end of the organiser's account waits until the transaction is over. Before any lock of the event. */
  async keepOwner(id: string): Promise<void> {
    await this.rows(KEEP_OWNER, id);
  }

  /** Of an event that is locked. */
  async change(id: string, changes: Values<TicketedEvent>): Promise<TicketedEvent> {
    try {
      return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as TicketedEvent;
    } catch (error) {
      // Somebody has taken the slug at the same moment.
      throw isUnique(error, 'events_slug') ? slugTaken() : error;
    }
  }

  /** A slug that was asked for is refused where it is taken; one made of the title gets a suffix. */
  async create(values: Values<TicketedEvent> & { title: string }, asked: string | undefined): Promise<TicketedEvent> {
    const made = slugOf(values.title);
    const added = await this.insertIfAbsent({ ...values, slug: asked ?? made });
    if (added) return added;
    if (asked !== undefined) throw slugTaken();
    return this.insert({ ...values, slug: `${made}-${randomBytes(SUFFIX_BYTES).toString('hex')}` });
  }

  async isSlugTaken(slug: string): Promise<boolean> {
    return this.exists({ slug });
  }

  async moveSeats(id: string, moves: Move[]): Promise<void> {
    const changed = moves.filter(({ sold, held }) => sold !== 0 || held !== 0);
    if (!changed.length) return;
    const columns = [changed.map((move) => move.ticket_type_id), changed.map((move) => move.sold)];
    await this.rows(
      MOVE_SEATS,
      id,
      ...columns,
      changed.map((move) => move.held),
    );
  }

  async areUsers(ids: string[]): Promise<boolean> {
    return (await this.onlyOne<{ count: number }>(STAFF_KNOWN, ids)).count === ids.length;
  }

  /** The events that the deletion of an account changes. */
  lockOfUser(userId: string): Promise<TicketedEvent[]> {
    return this.rows<TicketedEvent>(LOCK_OF_USER, userId);
  }

  /** Somebody is no longer staff anywhere. */
  async forgetStaff(userId: string): Promise<void> {
    await this.count(FORGET_STAFF, userId);
  }

  /** The public events of an organiser that are not over, soonest first. */
  comingOf(ownerId: string): Promise<TicketedEvent[]> {
    return this.rows<TicketedEvent>(COMING, ownerId);
  }

  /** What starts within so many hours, soonest first, after one of them. */
  starting(hours: number, after: TicketedEvent | undefined, count: number): Promise<TicketedEvent[]> {
    const from = after ? [after.starts_at, after.id] : ['-infinity', '00000000-0000-0000-0000-000000000000'];
    return this.rows<TicketedEvent>(STARTING, hours, ...from, count);
  }

  /** Notes that these marks are done with; false: they were already. */
  async reminded({ id, starts_at }: TicketedEvent, hours: number[]): Promise<boolean> {
    return (await this.count(REMINDED, id, starts_at, hours)) > 0;
  }

  /** The events that have orders stay when the account goes. */
  async disown(ownerId: string): Promise<void> {
    await this.count(DISOWN, ownerId);
  }
}

export const slugTaken = () => new Refusal(409, 'Slug already taken');

const SHORTEST_SLUG = 3;

function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-|-$/g, '');
  return words.length < SHORTEST_SLUG ? ['event', words].filter(Boolean).join('-') : words;
}
