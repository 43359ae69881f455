import './invoice.css';
import { call } from './api.js';

interface Party {
  [field: string]: unknown;
  name: string;
}

interface Viewed {
  invoice: {
    number: string;
    state: string;
    currency: string;
    issue_date: string;
    due_date: string | null;
    po_number: string | null;
    subtotal: number;
    discount: number;
    total: number;
    due: number;
    notes: string | null;
    footer: string | null;
    tax_lines: { name: string | null; percent: number; net: number; tax: number }[];
  };
  lines: { description: string; quantity: number; unit: string | null; unit_price: number; amount: number }[];
  seller: Party;
  client: Party;
  payments: { amount: number; paid_on: string; status: string }[];
  credit_notes: { number: string; total: number }[];
  can_pay: boolean;
  pdf_url: string;
}

const STATES: Record<string, string> = {
  open: 'Open',
  partially_paid: 'Partly paid',
  paid: 'Paid',
  overdue: 'Overdue',
  void: 'Void',
};
const the = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;
const { token, parts } = the('main').dataset;
const told = the('#told');
const form = document.forms.namedItem('pay') as HTMLFormElement;
const button = the<HTMLButtonElement>('form button');
const amount = the<HTMLInputElement>('#amount');

function child(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  made.dir = 'auto';
  return made;
}

function pair(list: HTMLElement, label: string, value: string | null): void {
  if (!value) return;
  const row = document.createElement('div');
  row.append(child('dt', label), child('dd', value));
  list.append(row);
}

/** The texts of a seller or client, in the order in which they are stored. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n').filter(Boolean);
  return value && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
}

function party(place: HTMLElement, shown: Party): void {
  const { name, logo_url: _, ...others } = shown;
  place.append(child('strong', name), ...texts(others).map((text) => child('div', text)));
}

function show({ invoice, lines, seller, client, payments, credit_notes, can_pay, pdf_url }: Viewed): void {
  const currency = invoice.currency.toUpperCase();
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const money = (value: number) => format.format(value);
  document.title = `Invoice ${invoice.number}`;
  the('h1').textContent = document.title;
  the('#state').textContent = STATES[invoice.state] ?? invoice.state;
  the('#state').className = invoice.state;
  the('#due').textContent = invoice.due > 0 && invoice.state !== 'void' ? `${money(invoice.due)} is due.` : '';
  const facts = the('#facts');
  pair(facts, 'Issued on', invoice.issue_date);
  pair(facts, 'Due on', invoice.due_date);
  pair(facts, 'Purchase order', invoice.po_number);
  party(the('#seller'), seller);
  party(the('#client'), client);
  the('tbody').append(
    ...lines.map((line) => {
      const row = document.createElement('tr');
      const quantity = [line.quantity, line.unit].filter((part) => part !== null).join(' ');
      const cells = [line.description, quantity, money(line.unit_price), money(line.amount)];
      row.append(...cells.map((text) => child('td', text)));
      return row;
    }),
  );
  const sums = the('#sums');
  pair(sums, 'Subtotal', money(invoice.subtotal));
  if (invoice.discount) pair(sums, 'Discount', money(-invoice.discount));
  for (const { name, percent, tax } of invoice.tax_lines) if (name) pair(sums, `${name} ${percent} %`, money(tax));
  pair(sums, 'Total', money(invoice.total));
  const settled = the('#settled dl');
  for (const payment of payments) pair(settled, `Payment of ${payment.paid_on}`, money(payment.amount));
  for (const note of credit_notes) pair(settled, `Credit note ${note.number}`, money(note.total));
  the('#settled').hidden = !settled.childElementCount;
  for (const text of [invoice.notes, invoice.footer]) if (text) the('#texts').append(child('p', text));
  the<HTMLAnchorElement>('#pdf').href = pdf_url;
  form.hidden = !can_pay;
  the('#part').hidden = parts !== 'true';
  const step = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 2);
  Object.assign(amount, { min: step, max: invoice.due, step, value: invoice.due });
  told.textContent = '';
  the('article').hidden = false;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  told.textContent = 'One moment …';
  const part = parts === 'true' ? { amount: Number(amount.value) } : {};
  const answer = await call<{ checkout_url: string }>('pay-invoice', { token, ...part });
  button.disabled = false;
  if ('error' in answer) told.textContent = answer.error;
  else location.assign(answer.checkout_url);
});

async function open(): Promise<void> {
  const viewed = await call<Viewed>('view-invoice', { token });
  if ('error' in viewed) told.textContent = viewed.error;
  else show(viewed);
}

void open();
