import { Check, Entity, PrimaryColumn } from 'typeorm';
import { Money } from '../../platform/database/columns.js';

/** The one row of what staff may set. */
@Entity({ schema: 'listings', name: 'settings' })
@Check('settings_id_check', 'id')
@Check('settings_impression_cost_check', 'impression_cost >= 0')
export class ListingSettings {
  @PrimaryColumn({ type: 'boolean', default: true }) id!: boolean;
  /** What an active ad pays each time it is shown. */
  @Money({ default: 1 }) impression_cost!: bigint;
}
