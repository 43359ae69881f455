import { filled } from '../../kernel/app-settings.js';
import type { PrintedInvoice, PrintedPair } from '../../kernel/invoices/invoice-drawing.js';
import { percentOf } from '../catalogue/catalogue.views.js';
import { amountText } from '../documents/amount-text.js';
import { type Buyer, type Seller, sellerOf } from '../documents/snapshots.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import type { PrintedDocument, PrintedLine } from './printing.repository.js';

/**
 * What the PDF of a document shows. All of an issued one comes from what was frozen, and payments are left out, so it is the same
 * each time. Only a draft shows the seller and the client as they are now.
 */
export function printedInvoice(document: PrintedDocument): PrintedInvoice {
  const { kind, number, currency, prices_include_tax, total_minor, issue_date, created_at } = document;
  const seller = document.seller ?? sellerOf(filled(InvoicingSettings, document.settings ?? {}));
  const client = document.client ?? document.buyer;
  return {
    kind,
    number,
    issued_on: issue_date ?? created_at.toISOString().slice(0, 10),
    seller: { name: seller.name, lines: linesOfSeller(seller) },
    client: { name: client.name, lines: linesOfClient(client) },
    facts: factsOf(document),
    lines: document.lines.map((line) => printedLine(line, currency)),
    sums: sumsOf(document),
    total: {
      label: prices_include_tax && document.tax_minor ? 'Total with tax' : 'Total',
      value: amountText(total_minor, currency),
    },
    texts: textsOf(document, seller),
  };
}

const percent = (ratePpm: number) => `${percentOf(ratePpm)} %`;

const present = (texts: (string | null | undefined)[]) => texts.filter((text): text is string => Boolean(text?.trim()));

const taxNumber = (number: string | null) => number && `Tax number ${number}`;

const linesOfSeller = ({ address, email, tax_number }: Seller) =>
  present([...address.split(/\r?\n/), email, taxNumber(tax_number)]);

function linesOfClient({ contact_name, address, email, phone, tax_number }: Buyer): string[] {
  const { line1, line2, postal_code, city, region, country } = address ?? {};
  const town = present([postal_code, city]).join(' ');
  return present([contact_name, line1, line2, town, region, country, email, phone, taxNumber(tax_number)]);
}

function factsOf({ kind, issue_date, due_date, po_number, invoice_number }: PrintedDocument): PrintedPair[] {
  const facts = [
    ['Issued on', issue_date],
    ['Due on', kind === 'invoice' ? due_date : null],
    ['Purchase order', po_number],
    ['For invoice', invoice_number],
  ] as const;
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function printedLine(line: PrintedLine, currency: string): PrintedInvoice['lines'][number] {
  const { description, quantity, unit, unit_price_minor, discount_percent, tax_name, rate_ppm, amount_minor } = line;
  return {
    description: discount_percent ? `${description}\nDiscount ${discount_percent} %` : description,
    quantity: present([String(quantity), unit]).join(' '),
    price: amountText(unit_price_minor, currency),
    tax: tax_name === null ? '' : percent(rate_ppm),
    amount: amountText(amount_minor, currency),
  };
}

function sumsOf(document: PrintedDocument): PrintedPair[] {
  const { currency, prices_include_tax, discount_percent, discount_minor, subtotal_minor, tax_lines } = document;
  const sums = [{ label: 'Subtotal', value: amountText(subtotal_minor, currency) }];
  if (discount_minor) {
    const label = discount_percent ? `Discount ${discount_percent} %` : 'Discount';
    sums.push({ label, value: amountText(-discount_minor, currency) });
  }
  for (const { name, rate_ppm, net, tax } of tax_lines) {
    if (name === null) continue;
    const label = `${prices_include_tax ? 'Includes ' : ''}${name} ${percent(rate_ppm)} on ${amountText(net, currency)}`;
    sums.push({ label, value: amountText(tax, currency) });
  }
  return sums;
}

function textsOf(
  { kind, reason, notes, footer, total_minor }: PrintedDocument,
  { payment_instructions }: Seller,
): PrintedInvoice['texts'] {
  const asksForMoney = kind === 'invoice' && total_minor > 0;
  const texts = [
    ['Reason', kind === 'credit_note' ? reason : null],
    ['Notes', notes],
    ['How to pay', asksForMoney ? payment_instructions : null],
    [null, footer],
  ] as const;
  return texts.flatMap(([label, text]) => (text ? [{ label, text }] : []));
}
