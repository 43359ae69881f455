export interface Seller {
  name: string;
  address: string;
  email: string;
  tax_number: string;
  logo_url: string;
  payment_instructions: string;
}

export interface Buyer {
  name: string;
  contact_name: string | null;
  email: string | null;
  phone: string | null;
  tax_number: string | null;
  address: Partial<Record<'line1' | 'line2' | 'postal_code' | 'city' | 'region' | 'country', string>> | null;
}

/** What `view-invoice` answers. */
export interface Viewed {
  invoice: {
    kind: 'invoice' | 'credit_note';
    number: string;
    state: string;
    currency: string;
    prices_include_tax: boolean;
    issue_date: string;
    due_date: string | null;
    po_number: string | null;
    subtotal: number;
    discount: number;
    total: number;
    paid: number;
    credited: number;
    due: number;
    /** Of a credit note. */
    invoice_number: string | null;
    reason: string | null;
    notes: string | null;
    footer: string | null;
    tax_lines: { name: string | null; percent: number; net: number; tax: number }[];
  };
  lines: {
    description: string;
    quantity: number;
    unit: string | null;
    unit_price: number;
    discount_percent: number | null;
    amount: number;
  }[];
  seller: Seller;
  client: Buyer;
  payments: { amount: number; reversed: number; paid_on: string; status: string }[];
  credit_notes: { number: string; total: number }[];
  can_pay: boolean;
  pdf_url: string;
}

export type Money = (amount: number) => string;

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
export const dayOf = (date: string) => DAY.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));

const STATES: Record<string, string> = {
  open: 'Open',
  partially_paid: 'Partly paid',
  paid: 'Paid',
  overdue: 'Overdue',
  void: 'Void',
};
export const badgeOf = ({ kind, state }: Viewed['invoice']) =>
  kind === 'credit_note' ? 'Credit note' : (STATES[state] ?? state);

export const isPayable = ({ kind, state, due }: Viewed['invoice']) =>
  kind !== 'credit_note' && state !== 'void' && due > 0;

/** What the client has to do, in a sentence or two. */
export function summaryOf({ invoice, seller, can_pay }: Viewed, money: Money): string {
  const { kind, state, due, due_date, total } = invoice;
  if (kind === 'credit_note') return `The sender credits you ${money(total)}. There is nothing to pay.`;
  if (state === 'void') return 'The sender has voided this invoice. Do not pay it.';
  if (due <= 0) return 'This invoice is paid. There is nothing left to pay.';
  const amount = due < total ? `${money(due)} of ${money(total)}` : money(due);
  const date = due_date === null ? '' : ` ${state === 'overdue' ? 'on' : 'by'} ${dayOf(due_date)}`;
  const sentence = `${amount} ${state === 'overdue' ? 'was' : 'is'} due${date}.`;
  if (can_pay) return sentence;
  return `${sentence} ${seller.payment_instructions ? 'See below how to pay.' : 'Ask the sender how to pay.'}`;
}

const given = (texts: (string | null | undefined | false)[]) => texts.filter((text): text is string => Boolean(text));

export const linesOfSeller = ({ address, email, tax_number }: Seller) =>
  given([...address.split('\n'), email, tax_number && `Tax number ${tax_number}`]);

export function linesOfClient({ contact_name, address, email, phone, tax_number }: Buyer): string[] {
  const { line1, line2, postal_code, city, region, country } = address ?? {};
  const town = given([postal_code, city]).join(' ');
  return given([
    contact_name,
    line1,
    line2,
    town,
    region,
    country,
    email,
    phone,
    tax_number && `Tax number ${tax_number}`,
  ]);
}

/** The sums of a document and what was settled of it; the last one is what counts. */
export function sumsOf({ invoice }: Viewed, money: Money): [label: string, value: string][] {
  const { subtotal, discount, prices_include_tax, tax_lines, total, paid, credited, due } = invoice;
  const sums: [string, string][] = [['Subtotal', money(subtotal)]];
  if (discount) sums.push(['Discount', money(-discount)]);
  for (const { name, percent, tax } of tax_lines)
    if (name !== null) sums.push([`${prices_include_tax ? 'Includes ' : ''}${name} ${percent} %`, money(tax)]);
  sums.push(['Total', money(total)]);
  if (paid) sums.push(['Paid', money(-paid)]);
  if (credited) sums.push(['Credited', money(-credited)]);
  if (paid || credited) sums.push(['Due', money(due)]);
  return sums;
}
