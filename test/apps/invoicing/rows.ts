import type { Samples } from '../../contract/samples.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);

export const samples: Samples = {
  rows: {
    tax_rates: { rate_ppm: 190_000 },
    clients: { currency: 'usd', credit_minor: 0 },
    items: { currency: 'usd' },
    recurring_invoices: {
      unit: 'month',
      status: 'active',
      every: 1,
      max_count: 12,
      next_date: day(3),
      start_date: day(3),
    },
    documents: {
      kind: 'invoice',
      status: 'draft',
      number: null,
      series_period: null,
      sequence: null,
      currency: 'usd',
      total_minor: 1000,
      paid_minor: 0,
      credited_minor: 0,
      source: 'manual',
      source_ref: null,
      recurring_id: null,
      recurring_date: null,
      invoice_id: null,
    },
    document_sums: { phase: 'draft', kind: 'invoice', source: 'manual', currency: 'usd' },
    tax_sums: { currency: 'usd' },
    payment_sums: { status: 'completed', method: 'cash', currency: 'usd' },
    number_counters: { kind: 'invoice', period: '2026' },
    invoice_payments: {
      method: 'cash',
      status: 'completed',
      currency: 'usd',
      amount_minor: 100,
      excess_minor: 0,
      reversed_minor: 0,
    },
    credit_entries: { reason: 'overpayment' },
    document_events: { kind: 'created' },
  },
  inputs: {
    'save-tax-rate': { name: 'Reduced rate', percent: 7 },
    'save-item': { name: 'Poster', unit_price: 25 },
  },
  // A new invoice needs a client, an issue needs a business name, and only what is issued is voided, paid or credited.
  refused: [
    'create-invoice',
    'create-recurring-invoice',
    'issue-invoice',
    'send-invoice',
    'void-invoice',
    'record-payment',
    'reverse-payment',
    'create-credit-note',
    'apply-credit',
    'pay-invoice',
  ],
};
