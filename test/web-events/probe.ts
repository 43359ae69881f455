import { Controller, Get, Injectable, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Pool } from 'pg';
import { visitorOf } from '../../src/apps/kernel/calls/visitor.js';
import { Access } from '../../src/platform/access/access.js';
import { sql } from '../../src/platform/database/sql.js';
import { EventTableDeclaration, type EventTable } from '../../src/web-events/days/event-tables.js';
import { everyDay, figures, mostFrequent, openCount } from '../../src/web-events/days/figures.sql.js';
import { WebEventsService } from '../../src/web-events/web-events.service.js';

/** A visitor with a fixed address. */
export const visitor = (userAgent: string, headers = {}) => ({
  address: '203.0.113.9',
  userAgent,
  headers,
  viaOurProxy: false,
});

/** The declaration that an app writes to have its clicks counted. */
export const CLICKS: EventTable = {
  name: 'probe',
  table: 'ext_probe.clicks',
  things: { table: 'ext_probe.links', key: 'link_id' },
  state: 'ext_probe.rollup_state',
  days: [
    {
      table: 'ext_probe.link_days',
      key: 'link_id',
      figures: { clicks: 'count(*)', visitors: 'count(DISTINCT e.visitor_hash)' },
      where: 'r.counted_from IS NULL OR e.created_at >= r.counted_from',
    },
    {
      table: 'ext_probe.link_day_values',
      key: 'link_id',
      figures: { clicks: 'count(*)', visitors: 'count(DISTINCT e.visitor_hash)' },
      dimensions: { country: 'e.country', destination: `coalesce(e.rule_index::text, 'default')` },
    },
  ],
  closed: { column: 'clicks_closed', figure: 'clicks' },
};
const [DAYS, VALUES] = CLICKS.days as [EventTable['days'][number], EventTable['days'][number]];
const asked = { which: (of: string) => `${of}.link_id = ANY ($1::uuid[])`, from: '$2', to: '$3' };
export const SERIES = sql('probe_series', everyDay(CLICKS, DAYS, asked));
export const TOTAL = sql(
  'probe_total',
  `SELECT sum(clicks)::int AS clicks, sum(visitors)::int AS visitors FROM (${figures(CLICKS, DAYS, asked)}) f`,
);
export const TOP = sql('probe_top', mostFrequent(CLICKS, VALUES, { ...asked, limit: '$4' }));
export const OF_COUNTRY = sql(
  'probe_of_country',
  `SELECT sum(clicks)::int AS clicks FROM (${figures(CLICKS, VALUES, asked)}) f WHERE dimension = 'country' AND value = $4`,
);
export const LIST = sql(
  'probe_list',
  `SELECT l.id, (l.clicks_closed + ${openCount(CLICKS, 'l.id')})::int AS clicks FROM ext_probe.links l
   WHERE l.id = ANY ($1::uuid[]) ORDER BY l.id`,
);

@Injectable()
export class CountClicks extends EventTableDeclaration {
  readonly events = CLICKS;
}

/** A declaration whose table does not exist. */
@Injectable()
export class CountNothing extends EventTableDeclaration {
  readonly events = { ...CLICKS, name: 'broken', table: 'ext_probe.missing' };
}

@Controller('v1/probe')
@Access('none')
export class ProbeController {
  constructor(private readonly events: WebEventsService) {}

  @Get(':scope')
  async visit(@Param('scope') scope: string, @Req() request: Request): Promise<object> {
    const { method } = request;
    const visit = await this.events.visit(visitorOf(request), { scope, method, ownHosts: ['own.example'] });
    return { ...visit, visitor_hash: visit.visitor_hash.toString('hex') };
  }
}

export const prepare = (database: Pool) =>
  database.query(`
    CREATE SCHEMA ext_probe;
    CREATE TABLE ext_probe.links (
      id uuid PRIMARY KEY, clicks_closed bigint NOT NULL DEFAULT 0, counted_from timestamptz);
    CREATE TABLE ext_probe.clicks (
      id uuid PRIMARY KEY DEFAULT platform.uuid_v7(), link_id uuid NOT NULL, visitor_hash bytea NOT NULL,
      country text, rule_index smallint, created_at timestamptz(3) NOT NULL DEFAULT now());
    CREATE INDEX clicks_of_link ON ext_probe.clicks (link_id, created_at);
    CREATE TABLE ext_probe.link_days (
      link_id uuid NOT NULL REFERENCES ext_probe.links ON DELETE CASCADE, day date NOT NULL,
      clicks int NOT NULL, visitors int NOT NULL, UNIQUE (link_id, day));
    CREATE TABLE ext_probe.link_day_values (
      link_id uuid NOT NULL REFERENCES ext_probe.links ON DELETE CASCADE, day date NOT NULL, dimension text NOT NULL,
      value text NOT NULL, clicks int NOT NULL, visitors int NOT NULL, UNIQUE (link_id, dimension, day, value));
    CREATE TABLE ext_probe.rollup_state (
      id uuid NOT NULL DEFAULT platform.uuid_v7(), name text UNIQUE NOT NULL, rolled_through date);
  `);
