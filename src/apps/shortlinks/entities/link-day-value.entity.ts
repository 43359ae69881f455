import { Check, Column, Entity, ForeignKey, Unique } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Link } from './link.entity.js';

@Entity({ schema: 'ext_shortlinks', name: 'link_day_values' })
@Unique('link_day_values_link_id_dimension_day_value_key', ['link_id', 'dimension', 'day', 'value'])
@Check(
  'link_day_values_dimension_check',
  `dimension IN ('referrer', 'country', 'device', 'os', 'browser', 'destination')`,
)
export class LinkDayValue {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Link, { onDelete: 'CASCADE' }) link_id!: string;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'text' }) dimension!: string;
  @Column({ type: 'text' }) value!: string;
  @Column({ type: 'int' }) clicks!: number;
  @Column({ type: 'int' }) visitors!: number;
  @CreatedAt() created_at!: Date;
}
