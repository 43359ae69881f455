import './signing.css';
import { Pad } from './pad.js';

interface Field {
  id: string;
  type: string;
  page: number;
  required: boolean;
  label: string | null;
  max_length: number | null;
}

interface Opened {
  envelope: { title: string; message: string | null; status: string };
  signer: { name: string; role: string; status: string };
  fields: Field[];
  documents: { name: string; page_count: number; url: string | null }[];
  signers: { name: string; role: string; status: string }[];
  consent_text: string;
  content_hash: string;
  final: string | null;
}

interface Answer {
  isGood: boolean;
  body: Opened & { error?: string };
}

const RENEW_MS = 8 * 60_000;

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const api = find('main').dataset.api ?? '';
const token = location.pathname.split('/').at(-1) ?? '';
const pad = new Pad(find<HTMLCanvasElement>('pad'));
let accessCode: string | undefined;
let opened: Opened | undefined;

async function call(action: string, more: object = {}): Promise<Answer> {
  try {
    const response = await fetch(`${api}${action}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, access_code: accessCode, ...more }),
    });
    return { isGood: response.ok, body: await response.json() };
  } catch {
    const error = 'The server cannot be reached. Try again in a moment.';
    return { isGood: false, body: { error } as Answer['body'] };
  }
}

function item(text: string, url?: string | null): HTMLLIElement {
  const line = document.createElement('li');
  if (!url) line.textContent = text;
  else {
    const link = document.createElement('a');
    Object.assign(link, { href: url, textContent: text, target: '_blank', rel: 'noopener' });
    line.append(link);
  }
  return line;
}

/** A field that the signer fills. */
function control({ id, type, label, page, required, max_length }: Field): HTMLElement {
  const line = document.createElement('label');
  const input = document.createElement('input');
  const text = `${label ?? (type === 'text' ? 'Text' : 'Checkbox')} (page ${page})${required ? '' : ', optional'}`;
  input.dataset.field = id;
  input.required = required;
  if (type === 'checkbox') {
    input.type = 'checkbox';
    line.append(input, text);
  } else {
    input.maxLength = max_length ?? 200;
    line.append(text, input);
  }
  return line;
}

const STATES: Record<string, string> = {
  signed: 'You have signed. Thank you.',
  approved: 'You have approved. Thank you.',
  declined: 'You have declined.',
  copied: 'This is your copy.',
};

function show(given: Opened): void {
  opened = given;
  const { envelope, signer, final } = given;
  const mayAct = signer.status === 'viewed' || signer.status === 'ready';
  find('title').textContent = envelope.title;
  find('state').textContent = mayAct
    ? `${signer.name}, please read the documents, then ${signer.role === 'approver' ? 'approve' : 'sign'}.`
    : (STATES[signer.status] ?? '');
  find('message').textContent = envelope.message ?? '';
  find('message').hidden = !envelope.message;
  find('unlock').hidden = true;
  find('envelope').hidden = false;
  find('documents').replaceChildren(
    ...given.documents.map(({ name, page_count, url }) =>
      item(`${name} (${page_count} ${page_count === 1 ? 'page' : 'pages'})`, url),
    ),
  );
  find('signers').replaceChildren(...given.signers.map(({ name, status }) => item(`${name}: ${status}`)));
  find('final').hidden = final === null;
  if (final !== null) find('final').querySelector('a')?.setAttribute('href', final);
  find('sign').hidden = !mayAct;
  find('declining').hidden = !mayAct;
  find('fields').replaceChildren(
    ...given.fields.filter(({ type }) => type === 'text' || type === 'checkbox').map(control),
  );
  find('signature').hidden = signer.role === 'approver' && given.fields.every(({ type }) => type !== 'signature');
  find<HTMLInputElement>('text').value ||= signer.name;
  find('consent-text').textContent = given.consent_text;
  find('submit').textContent = signer.role === 'approver' ? 'Approve' : 'Sign';
}

/** The links work for ten minutes, and reading takes longer. What the signer has filled in stays, and so does the focus. */
async function renewLinks(): Promise<void> {
  if (!opened) return;
  const { isGood, body } = await call('open-envelope');
  if (!isGood) return;
  const lines = [...find('documents').children, find('final')];
  for (const [at, url] of [...body.documents.map((document) => document.url), body.final].entries())
    if (url) lines[at]?.querySelector('a')?.setAttribute('href', url);
}

/** `isAsked`: the signer has sent a form, which is gone then, and with it the focus. */
async function open(isAsked = false): Promise<void> {
  const { isGood, body } = await call('open-envelope');
  const needsCode = body.error === 'Access code required' || body.error === 'Wrong access code';
  if (isGood) show(body);
  else {
    find('unlock').hidden = !needsCode;
    find('envelope').hidden = true;
    find('state').textContent = body.error ?? 'That did not work.';
  }
  if (needsCode) find('code').focus();
  else if (isAsked) find('title').focus();
}

async function respond(more: object): Promise<void> {
  find('told').textContent = '';
  const { isGood, body } = await call('respond-envelope', { content_hash: opened?.content_hash, ...more });
  if (isGood) return open(true);
  find('told').textContent = body.error ?? 'That did not work.';
}

const isDrawn = () => document.querySelector<HTMLInputElement>('input[name=kind]:checked')?.value === 'drawn';

function signatureOf(): object | undefined {
  if (find('signature').hidden) return undefined;
  return isDrawn()
    ? { kind: 'drawn', strokes: pad.strokes }
    : { kind: 'typed', text: find<HTMLInputElement>('text').value || undefined };
}

function fieldValues(): object[] {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('[data-field]')];
  return inputs.map((input) => ({
    field_id: input.dataset.field,
    value: input.type === 'checkbox' ? String(input.checked) : input.value,
  }));
}

find('unlock').addEventListener('submit', (event) => {
  event.preventDefault();
  accessCode = find<HTMLInputElement>('code').value;
  void open(true);
});
find('sign').addEventListener('submit', (event) => {
  event.preventDefault();
  const consent = find<HTMLInputElement>('consent').checked;
  void respond({ decision: 'sign', consent, signature: signatureOf(), fields: fieldValues() });
});
find('decline').addEventListener('submit', (event) => {
  event.preventDefault();
  void respond({ decision: 'decline', reason: find<HTMLTextAreaElement>('reason').value });
});
find('clear').addEventListener('click', () => pad.clear());
find('signature').addEventListener('change', () => {
  find('typed').hidden = isDrawn();
  find('drawn').hidden = !isDrawn();
});
setInterval(() => void renewLinks(), RENEW_MS);
document.addEventListener('visibilitychange', () => void (document.hidden || renewLinks()));
void open();
