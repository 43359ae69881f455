import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CountedEvent, DayFigures } from '../../../web-events/counted-event.entity.js';
import { Whole } from '../../kernel/rows/columns.js';
import { Goal, Site } from './site.entity.js';

@Entity({ schema: 'ext_analytics', name: 'events' })
@Index('events_of_site', ['site_id', 'created_at'])
export class SiteEvent extends CountedEvent {
  @Column({ type: 'uuid' }) site_id!: string;
  @Column({ type: 'text', default: 'pageview' }) name!: string;
  @Column({ type: 'text' }) path!: string;
  @Column({ type: 'text', nullable: true }) referrer_host!: string | null;
  @Column({ type: 'text', nullable: true }) utm_source!: string | null;
  @Column({ type: 'text', nullable: true }) utm_medium!: string | null;
  @Column({ type: 'text', nullable: true }) utm_campaign!: string | null;
  @Column({ type: 'text', nullable: true }) os!: string | null;
  @Column({ type: 'text', nullable: true }) browser!: string | null;
  @Column({ type: 'jsonb', nullable: true }) props!: Record<string, string | number | boolean> | null;
}

/** Days are those of the time zone of the site. */
@Entity({ schema: 'ext_analytics', name: 'site_days' })
@Unique('site_days_site_id_day_key', ['site_id', 'day'])
export class SiteDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Site, { onDelete: 'CASCADE' }) site_id!: string;
  @Column({ type: 'int' }) pageviews!: number;
  @Column({ type: 'int' }) visitors!: number;
  @Column({ type: 'int' }) visits!: number;
  @Column({ type: 'int' }) bounces!: number;
  @Column({ type: 'int' }) events!: number;
  @Whole() visit_seconds!: number;
}

export const DIMENSIONS = [
  'page',
  'entry_page',
  'exit_page',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'country',
  'device',
  'os',
  'browser',
  'event',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Of the dimension `event`, `pageviews` is how often the event happened. */
@Entity({ schema: 'ext_analytics', name: 'site_day_values' })
@Unique('site_day_values_site_id_dimension_day_value_key', ['site_id', 'dimension', 'day', 'value'])
@Check(
  'site_day_values_dimension_check',
  `dimension IN ('page', 'entry_page', 'exit_page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'country', 'device', 'os', 'browser', 'event')`,
)
export class SiteDayValue extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Site, { onDelete: 'CASCADE' }) site_id!: string;
  @Column({ type: 'text' }) dimension!: Dimension;
  @Column({ type: 'text' }) value!: string;
  @Column({ type: 'int' }) pageviews!: number;
  @Column({ type: 'int' }) visitors!: number;
  @Column({ type: 'int' }) visits!: number;
}

@Entity({ schema: 'ext_analytics', name: 'goal_days' })
@Unique('goal_days_goal_id_day_key', ['goal_id', 'day'])
@Index('goal_days_of_site', ['site_id', 'day'])
export class GoalDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Goal, { onDelete: 'CASCADE' }) goal_id!: string;
  @Column({ type: 'uuid' }) site_id!: string;
  @Column({ type: 'int' }) conversions!: number;
  @Column({ type: 'int' }) visitors!: number;
}
