import type { PdfElement, PdfPage } from '../../kernel/pdf/pdf-document.js';
import type { AuditEvent } from '../entities/audit-event.entity.js';
import type { Envelope, EnvelopeDocument } from '../entities/envelope.entity.js';
import type { Signer } from '../entities/signer.entity.js';
import { signatureElement } from './stamps.js';
import { wrappedLines } from './wrapped-lines.js';

const PAGE = { width: 595, height: 842 };
const MARGIN = 48;
const WIDTH = PAGE.width - 2 * MARGIN;
const LETTERS = 96;
const SIZES = { title: 18, heading: 12, text: 8.5 } as const;
const SPACE = 1.35;
const QR_SIDE = 76;
const SIGNATURE = { width: 180, height: 44 };

export const LEGAL =
  'These are simple electronic signatures (eIDAS Regulation, ESIGN Act). They are not qualified electronic signatures.';

export interface Completion {
  envelope: Envelope;
  sender: string;
  documents: EnvelopeDocument[];
  signers: Signer[];
  events: AuditEvent[];
  /** The end of the audit trail with the last signature. */
  head: string;
  verifyUrl: string;
  isSigned: boolean;
}

/** Writes from the top to the bottom, and begins pages. */
class Pages {
  readonly pages: PdfPage[] = [];
  private y = Infinity;

  add(style: keyof typeof SIZES, text: string): void {
    for (const line of wrappedLines(text, LETTERS)) this.line(style, line);
  }

  /** An element of this height, below what is there. */
  box(height: number, element: (y: number) => PdfElement): void {
    if (this.y + height > PAGE.height - MARGIN) {
      this.pages.push({ ...PAGE, elements: [] });
      this.y = MARGIN;
    }
    this.pages.at(-1)?.elements.push(element(this.y));
    this.y += height;
  }

  space(points = 6): void {
    this.y += points;
  }

  private line(style: keyof typeof SIZES, text: string): void {
    const size = SIZES[style];
    const font = style === 'text' ? 'sans' : 'sans-bold';
    const height = size * SPACE;
    this.box(height, (y) => ({ type: 'text', text, font, size, shrink: 0.4, x: MARGIN, y, width: WIDTH, height }));
  }
}

const time = (at: Date | null) => (at ? `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC` : '–');

function identityOf({ auth, user_id, email, access_code_hash }: Signer): string {
  const account = `signed in to the account ${user_id ?? '(deleted since)'}`;
  const link = `by a link handed over by the sender${email ? `, named with the e-mail address ${email}` : ''}`;
  return `${auth === 'account' ? account : link}${access_code_hash === null ? '' : ', with an access code'}`;
}

/** The certificate of completion, which ends the sealed document. */
export function completionPages(completion: Completion): PdfPage[] {
  const { envelope, sender, documents, signers, events, head, verifyUrl, isSigned } = completion;
  const pages = new Pages();
  pages.add('title', 'Certificate of completion');
  pages.space();
  pages.add('text', `Envelope: ${envelope.title}`);
  pages.add('text', `Id: ${envelope.id}`);
  pages.add('text', `Sender: ${sender}`);
  pages.add('text', `Sent: ${time(envelope.sent_at)}`);
  pages.add('text', `Seal: ${isSigned ? 'signed file (PAdES B-B)' : 'SHA-256 of the file, stored by the service'}`);
  pages.add('text', LEGAL);
  pages.space();
  pages.box(QR_SIDE, (y) => ({ type: 'qr', content: verifyUrl, x: MARGIN, y, size: QR_SIDE }));
  pages.add('text', `Verification: ${verifyUrl}`);
  heading(pages, 'Documents');
  for (const { name, page_count, sha256 } of documents) {
    pages.add('text', `${name}, ${page_count} ${page_count === 1 ? 'page' : 'pages'}`);
    pages.add('text', `SHA-256 ${sha256}`);
  }
  heading(pages, 'Signers');
  for (const signer of signers) addSigner(pages, signer);
  heading(pages, 'Consent');
  pages.add('text', envelope.consent_text ?? '');
  heading(pages, 'Audit trail');
  const names = new Map(signers.map(({ id, name }) => [id, name]));
  for (const { seq, event, at, signer_id, ip, hash } of events) {
    const who = signer_id === null ? '' : `, ${names.get(signer_id) ?? signer_id}`;
    pages.add('text', `${seq}. ${time(at)} ${event}${who}${ip === null ? '' : `, ${ip}`}`);
    pages.add('text', `    ${hash}`);
  }
  pages.add('text', `End of the chain with the last signature: ${head}`);
  return pages.pages;
}

function heading(pages: Pages, text: string): void {
  pages.space(8);
  pages.add('heading', text);
}

function addSigner(pages: Pages, signer: Signer): void {
  const { name, role, status, viewed_at, consented_at, acted_at, ip, user_agent, signature } = signer;
  pages.space(4);
  pages.add('text', `${name} (${role}): ${role === 'copy' ? 'gets a copy' : status}`);
  pages.add('text', `Identified: ${identityOf(signer)}`);
  if (role === 'copy') return;
  pages.add('text', `Viewed ${time(viewed_at)}, consented ${time(consented_at)}, ${status} ${time(acted_at)}`);
  pages.add('text', `Address: ${ip ?? '–'}; browser: ${user_agent ?? '–'}`);
  if (!signature) return;
  pages.box(SIGNATURE.height, (y) => signatureElement(signature, { ...SIGNATURE, x: MARGIN, y }));
}
