import { In } from 'typeorm';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PromoCode, TicketType } from './ticket-type.entity.js';

const NAMED = sql(
  'events_type_named',
  'SELECT id FROM ext_events.ticket_types WHERE event_id = $1 AND lower(name) = lower($2)',
);
const TAKE = sql(
  'events_promo_code_take',
  `UPDATE ext_events.promo_codes SET used = used + 1 WHERE id = $1 AND (max_uses IS NULL OR used < max_uses)`,
);
const GIVE_BACK = sql(
  'events_promo_code_give_back',
  'UPDATE ext_events.promo_codes SET used = greatest(used - 1, 0) WHERE id = $1',
);

@AppProvider()
export class TicketTypeRepository extends EntityRepository<TicketType> {
  protected readonly entity = TicketType;

  /** In the order in which they are shown. */
  ofEvent(event_id: string): Promise<TicketType[]> {
    return this.find({ event_id }, { order: { position: 'ASC', id: 'ASC' } });
  }

  /** After the event, in the order in which all lock them. */
  lockOfEvent(event_id: string): Promise<TicketType[]> {
    return this.find({ event_id }, { order: { id: 'ASC' }, lock: 'no key update' });
  }

  async change(id: string, changes: Values<TicketType>): Promise<TicketType> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as TicketType;
  }

  /** Whether all of these types are of the event. */
  async areOf(event_id: string, ids: string[]): Promise<boolean> {
    return (await this.countWhere({ event_id, id: In(ids) })) === ids.length;
  }

  async isNameTaken(eventId: string, name: string, by?: string): Promise<boolean> {
    const row = await this.one<{ id: string }>(NAMED, eventId, name);
    return row !== undefined && row.id !== by;
  }
}

@AppProvider()
export class PromoCodeRepository extends EntityRepository<PromoCode> {
  protected readonly entity = PromoCode;

  ofEvent(event_id: string): Promise<PromoCode[]> {
    return this.find({ event_id }, { order: { code: 'ASC' } });
  }

  byCode(event_id: string, code: string): Promise<PromoCode | undefined> {
    return this.findOne({ event_id, code: code.toUpperCase() });
  }

  async change(id: string, changes: Values<PromoCode>): Promise<PromoCode> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as PromoCode;
  }

  /** Counts a use; false: none is left. */
  async take(id: string): Promise<boolean> {
    return (await this.count(TAKE, id)) > 0;
  }

  async giveBack(id: string | null): Promise<void> {
    if (id) await this.count(GIVE_BACK, id);
  }
}
