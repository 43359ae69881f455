interface Office {
  rows(statement: string): Promise<any[]>;
}

const SUMS: Record<string, { key: string; sums: string[]; counted: string }> = {
  document_sums: {
    key: 'owner_id, of_id, day, kind, source, currency, phase, due_date',
    sums: ['documents', 'total_minor', 'due_minor', 'paid_minor', 'settled', 'settling_days'],
    counted: `(
      WITH each AS (
        SELECT *, total_minor - paid_minor - credited_minor AS due,
          (paid_at AT TIME ZONE coalesce((SELECT values ->> 'timezone' FROM apps.settings s
            WHERE s.user_id = d.owner_id AND app = 'invoicing'), 'UTC'))::date AS paid_day
        FROM ext_invoicing.documents d WHERE owner_id IS NOT NULL
      ), described AS (
        SELECT *, CASE WHEN status <> 'issued' THEN status WHEN due = 0 THEN 'paid' WHEN due < total_minor THEN 'partially_paid'
          ELSE 'open' END AS phase,
          kind = 'invoice' AND status = 'issued' AND total_minor > 0 AND paid_day IS NOT NULL AS is_settled FROM each
      ), figures AS (
        SELECT owner_id, client_id, issue_date, kind, source, currency, phase,
          CASE WHEN phase IN ('open', 'partially_paid') THEN coalesce(due_date, 'infinity') ELSE 'infinity' END AS due_date,
          1 AS documents, total_minor, CASE WHEN status = 'issued' THEN due ELSE 0 END AS due_minor, paid_minor,
          is_settled::int AS settled, CASE WHEN is_settled THEN paid_day - issue_date ELSE 0 END AS settling_days
        FROM described
      )
      SELECT *, owner_id AS of_id, 'infinity'::date AS day FROM figures
      UNION ALL SELECT *, owner_id, issue_date FROM figures WHERE issue_date IS NOT NULL
      UNION ALL SELECT *, client_id, 'infinity' FROM figures
    ) counted`,
  },
  tax_sums: {
    key: 'owner_id, day, currency, name, rate_ppm',
    sums: ['net_minor', 'tax_minor'],
    counted: `(
      SELECT owner_id, issue_date AS day, currency, t ->> 'name' AS name, (t ->> 'rate_ppm')::int AS rate_ppm,
        (t ->> 'net')::bigint * side AS net_minor, (t ->> 'tax')::bigint * side AS tax_minor
      FROM ext_invoicing.documents, jsonb_array_elements(tax_lines) t,
        LATERAL (SELECT CASE kind WHEN 'invoice' THEN 1 ELSE -1 END AS side) s
      WHERE status = 'issued' AND owner_id IS NOT NULL AND t ->> 'name' IS NOT NULL
    ) counted`,
  },
  payment_sums: {
    key: 'owner_id, day, currency, status, method',
    sums: ['amount_minor', 'reversed_minor'],
    counted: `(
      SELECT owner_id, unnest(ARRAY[paid_on, 'infinity'::date]) AS day, currency, status, method, amount_minor, reversed_minor
      FROM ext_invoicing.invoice_payments WHERE owner_id IS NOT NULL
    ) counted`,
  },
};

/** The sums of all owners are what their documents and payments come to, each of them read. */
export async function expectSummed(office: Office): Promise<void> {
  for (const [table, { key, sums, counted }] of Object.entries(SUMS)) {
    const summed = (rows: string) =>
      office.rows(
        `SELECT to_jsonb(s) AS sum FROM (
           SELECT ${key}, ${sums.map((name) => `sum(${name}) AS ${name}`).join(', ')} FROM ${rows} GROUP BY ${key}
           HAVING ${sums.map((name) => `sum(${name}) <> 0`).join(' OR ')}
         ) s ORDER BY 1`,
      );
    expect([table, await summed(`ext_invoicing.${table}`)]).toEqual([table, await summed(counted)]);
  }
}
