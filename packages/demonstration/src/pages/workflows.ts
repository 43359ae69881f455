import { idOf, installed, SELLERS } from '../selling/sellers.js';

/** Two workflows of each seller: one that they start, and a draft. */
const WORKFLOWS = `(VALUES
  (1, 'Thank a customer', 'paused', 1, '{"trigger": {"kind": "manual", "fields": [{"key": "name", "type": "string", "required": true}]},
    "steps": [{"key": "text", "kind": "set", "config": {"values": {"title": "Thank {{ trigger.name }}"}}},
      {"key": "tell", "kind": "notify", "config": {"title": "To do", "body": "{{ steps.text.output.title }}"}}]}'::jsonb),
  (2, 'Weekly review', 'draft', NULL, '{"trigger": {"kind": "schedule", "cron": "0 8 * * 1"}, "steps": []}'))
  AS planned (k, name, status, version, definition)`;

/** Workflows of sellers, with the last runs of the first of them. None of them is active, so that nothing starts by itself. */
export const WORKFLOW_RUNS = `WITH ${SELLERS}, workflow AS MATERIALIZED (
    SELECT ${idOf('workflow', 'k')} AS id, s, k, seller_id, name, status, version, definition, now FROM seller, ${WORKFLOWS}
  ), made AS (
    INSERT INTO ext_workflows.workflows (id, owner_id, name, status, draft, active_version, created_at, updated_at)
    SELECT id, seller_id, name, status, definition, version, now - interval '9 days', now - interval '9 days'
    FROM workflow ON CONFLICT DO NOTHING RETURNING id
  ), published AS (
    INSERT INTO ext_workflows.workflow_versions (workflow_id, version, definition, created_at)
    SELECT id, version, definition, now - interval '9 days' FROM workflow JOIN made USING (id) WHERE version IS NOT NULL
  ), run AS (
    INSERT INTO ext_workflows.runs (owner_id, workflow_id, version, trigger, input, status, exclusive, step_count, started_at,
      finished_at, created_at)
    SELECT seller_id, id, version, 'manual', jsonb_build_object('name', 'Anna'), 'succeeded', true, 2, at,
      at + interval '1 second', at
    FROM workflow JOIN made USING (id), generate_series(1, 5) n, LATERAL (SELECT now - n * interval '1 day' AS at) moment
    WHERE version IS NOT NULL RETURNING id, input, started_at
  ), step AS (
    INSERT INTO ext_workflows.run_steps (run_id, path, kind, status, output, started_at, finished_at, created_at)
    SELECT id, path, kind, 'succeeded', output, started_at, started_at + interval '1 second', started_at
    FROM run, (VALUES ('text', 'set', '{"title": "Thank Anna"}'::jsonb), ('tell', 'notify', '{"title": "To do", "body": "Thank Anna"}'))
      AS taken (path, kind, output)
  ), installed AS (${installed('workflows', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM made`;
