import { SqlMigration } from '../../../platform/database/sql-migration.js';

const STATEMENTS = [
  `CREATE TABLE ext_shortlinks.owner_days (
    id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    dimension text NOT NULL,
    day date NOT NULL,
    value text NOT NULL,
    clicks int NOT NULL,
    visitors int NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT owner_days_key UNIQUE (owner_id, day, dimension, value)
  )`,
  'CREATE INDEX owner_days_day ON ext_shortlinks.owner_days (day)',
  'CREATE INDEX link_days_day ON ext_shortlinks.link_days (day)',
  'CREATE INDEX link_day_values_day ON ext_shortlinks.link_day_values (day)',
  // The days are counted once more from the figures of the links, whose events may be gone.
  `INSERT INTO ext_shortlinks.owner_days (owner_id, dimension, day, value, clicks, visitors)
   SELECT owner_id, dimension, day, kept, sum(clicks), sum(visitors) FROM (
     SELECT found.*, CASE WHEN row_number() OVER (PARTITION BY owner_id, dimension, day ORDER BY clicks DESC, value) <= 50
       THEN value ELSE '(other)' END AS kept
     FROM (
       SELECT owner_id, dimension, day, value, sum(clicks) AS clicks, sum(visitors) AS visitors FROM (
         SELECT l.owner_id, 'all' AS dimension, d.day, '' AS value, d.clicks, d.visitors
         FROM ext_shortlinks.link_days d JOIN ext_shortlinks.links l ON l.id = d.link_id
         UNION ALL SELECT l.owner_id, 'thing', d.day, d.link_id::text, d.clicks, d.visitors
         FROM ext_shortlinks.link_days d JOIN ext_shortlinks.links l ON l.id = d.link_id
         UNION ALL SELECT l.owner_id, d.dimension, d.day, d.value, d.clicks, d.visitors
         FROM ext_shortlinks.link_day_values d JOIN ext_shortlinks.links l ON l.id = d.link_id
         WHERE d.dimension IN ('referrer', 'country')
       ) each GROUP BY owner_id, dimension, day, value
     ) found
   ) ranked GROUP BY owner_id, dimension, day, kept`,
];

export class OwnerDays1790000030220 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = [
    'DROP TABLE ext_shortlinks.owner_days',
    'DROP INDEX ext_shortlinks.link_days_day',
    'DROP INDEX ext_shortlinks.link_day_values_day',
  ];
}
