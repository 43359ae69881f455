import './invoice.css';
import { call } from './api.js';
import { Checkout } from './checkout.js';
import {
  badgeOf,
  dayOf,
  isPayable,
  linesOfClient,
  linesOfSeller,
  type Money,
  summaryOf,
  sumsOf,
  type Viewed,
} from './viewed.js';

/** How often, and how many times, the page looks for a payment that is on its way. */
const AGAIN_MS = 5_000;
const LOOKS = 12;
const CREDIT_NOTE = 'credit_note';

const the = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;
const { token = '', parts, decimals = '2', logo } = the('main').dataset;
const takesParts = parts === 'true';
const digits = Number(decimals);
const told = the('#told');
const again = the('#again');
const form = document.forms.namedItem('pay') as HTMLFormElement;
const button = the<HTMLButtonElement>('form button');
const amount = the<HTMLInputElement>('#amount');
const checkout = new Checkout(`invoicing ${token}`);
let shown: Viewed | undefined;
let looks = 0;

function tell(text: string, isBad = false): void {
  told.textContent = text;
  told.classList.toggle('bad', isBad);
}

function child(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  made.dir = 'auto';
  return made;
}

function pairs(list: HTMLElement, entries: (readonly [label: string, value: string | null | undefined])[]): void {
  list.replaceChildren();
  for (const [label, value] of entries) {
    if (!value) continue;
    const row = document.createElement('div');
    row.append(child('dt', label), child('dd', value));
    list.append(row);
  }
}

function formatOf(currency: string): Money {
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  const format = new Intl.NumberFormat('en', style);
  return (value) => format.format(value);
}

const party = (place: HTMLElement, name: string, lines: string[]) =>
  place.replaceChildren(child('strong', name), ...lines.map((line) => child('div', line)));

function rowOf(line: Viewed['lines'][number], money: Money): HTMLElement {
  const row = document.createElement('tr');
  const { description, quantity, unit, discount_percent, unit_price, amount: whole } = line;
  const text = discount_percent ? `${description}\nDiscount ${discount_percent} %` : description;
  const cells = [text, [quantity, unit].filter(Boolean).join(' '), money(unit_price), money(whole)];
  row.append(...cells.map((cell) => child('td', cell)));
  return row;
}

function showTexts({ invoice, seller }: Viewed): void {
  const texts = [
    ['Notes', invoice.notes],
    ['How to pay', isPayable(invoice) ? seller.payment_instructions : null],
    [null, invoice.footer],
  ] as const;
  the('#texts').replaceChildren(
    ...texts.flatMap(([label, text]) => {
      if (!text) return [];
      const section = document.createElement('section');
      section.append(...(label ? [child('h2', label)] : []), child('p', text));
      return [section];
    }),
  );
}

function showForm({ invoice, can_pay }: Viewed, money: Money): void {
  form.hidden = !can_pay || !isPayable(invoice);
  the('#part').hidden = amount.disabled = !takesParts;
  const step = 10 ** -digits;
  Object.assign(amount, { min: step, max: invoice.due, step, value: invoice.due.toFixed(digits) });
  the('#part label').textContent = `Amount in ${invoice.currency.toUpperCase()}`;
  the('#most').textContent = `Up to ${money(invoice.due)}.`;
  button.textContent = takesParts ? 'Pay now' : `Pay ${money(invoice.due)}`;
}

function show(viewed: Viewed): void {
  const { invoice, lines, seller, client, payments, credit_notes, pdf_url } = viewed;
  const money = formatOf(invoice.currency);
  const title = `${invoice.kind === CREDIT_NOTE ? 'Credit note' : 'Invoice'} ${invoice.number}`;
  document.title = `${title} – ${seller.name}`;
  the('h1').textContent = title;
  const state = the('#state');
  state.textContent = badgeOf(invoice);
  state.className = invoice.kind === CREDIT_NOTE ? '' : invoice.state;
  state.hidden = false;
  the('#due').textContent = summaryOf(viewed, money);
  pairs(the('#facts'), [
    ['Issued on', invoice.issue_date && dayOf(invoice.issue_date)],
    ['Due on', invoice.kind === CREDIT_NOTE ? null : invoice.due_date && dayOf(invoice.due_date)],
    ['For invoice', invoice.invoice_number],
    ['Purchase order', invoice.po_number],
    ['Reason', invoice.reason],
  ]);
  party(the('#seller'), seller.name, linesOfSeller(seller));
  party(the('#client'), client.name, linesOfClient(client));
  the('tbody').replaceChildren(...lines.map((line) => rowOf(line, money)));
  pairs(the('#sums'), sumsOf(viewed, money));
  const settled = the('#settled dl');
  pairs(settled, [
    ...payments
      .filter(({ status }) => status === 'completed')
      .map((payment) => [`Payment of ${dayOf(payment.paid_on)}`, money(payment.amount - payment.reversed)] as const),
    ...credit_notes.map((note) => [`Credit note ${note.number}`, money(note.total)] as const),
  ]);
  the('#settled').hidden = !settled.childElementCount;
  showTexts(viewed);
  the<HTMLAnchorElement>('#pdf').href = pdf_url;
  showForm(viewed, money);
  the('article').hidden = false;
  shown = viewed;
}

function showLogo({ logo_url }: Viewed['seller']): void {
  if (logo !== 'true') return;
  const picture = the<HTMLImageElement>('#logo');
  picture.addEventListener('load', () => void (picture.hidden = false));
  picture.src = logo_url;
}

/** After a checkout the client is back before the payment: the page looks for it again until it is there. */
function awaitPayment(viewed: Viewed): void {
  const before = checkout.due;
  if (before === undefined) return;
  if (viewed.invoice.due < before) {
    checkout.end();
    tell('Thank you. Your payment has arrived.');
  } else if (!isPayable(viewed.invoice)) {
    checkout.end();
  } else if (looks < LOOKS) {
    looks++;
    tell('If you have just paid, your payment shows here in a moment. Do not pay again.');
    setTimeout(() => void lookAgain(), AGAIN_MS);
  } else {
    checkout.end();
    tell('No payment has arrived yet. If you have paid, open this page again later before you pay once more.');
  }
}

async function lookAgain(): Promise<void> {
  // Another payment was begun in the meantime.
  if (button.disabled) return;
  const viewed = await call<Viewed>('view-invoice', { token });
  if ('error' in viewed) {
    if (shown) awaitPayment(shown);
    return;
  }
  // What a client types into the form stays while nothing has changed.
  if (viewed.invoice.due !== shown?.invoice.due || viewed.invoice.state !== shown.invoice.state) show(viewed);
  awaitPayment(viewed);
}

async function pay(): Promise<void> {
  const part = takesParts ? { amount: amount.valueAsNumber } : {};
  const answer = await call<{ checkout_url: string }>('pay-invoice', { token, ...part });
  if (!('error' in answer)) {
    checkout.begin(shown?.invoice.due ?? 0);
    location.assign(answer.checkout_url);
    return;
  }
  if (answer.isRefused) {
    const viewed = await call<Viewed>('view-invoice', { token });
    if (!('error' in viewed)) show(viewed);
  }
  button.disabled = false;
  tell(answer.error, true);
}

async function open(): Promise<void> {
  again.hidden = true;
  tell('One moment …');
  const viewed = await call<Viewed>('view-invoice', { token });
  if ('error' in viewed) {
    tell(viewed.error, true);
    again.hidden = false;
    return;
  }
  tell('');
  show(viewed);
  showLogo(viewed.seller);
  awaitPayment(viewed);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  tell('One moment …');
  void pay();
});
again.addEventListener('click', () => void open());
// The browser shows a stored page when a client goes back from the checkout.
addEventListener('pageshow', ({ persisted }) => void (persisted && location.reload()));

void open();
