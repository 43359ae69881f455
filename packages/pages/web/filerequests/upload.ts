import './upload.css';
import { type Opened, call, forgetReceipt, hasReceipt, keepReceipt, returnAddress, setPassword } from './api.js';
import { drawItems, pendingUploads } from './items.js';

const element = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;
const input = (id: string) => element<HTMLInputElement>(id);
const show = (id: string, isShown: boolean) => void (element(id).hidden = !isShown);

const STATUSES = {
  draft: 'Your files are stored and not submitted yet.',
  submitted: 'Your files have been submitted.',
  accepted: 'Your files have been accepted.',
  changes_requested: 'You are asked to change something.',
};

/** Fields that are not shown must not stop the form. */
function showPerson(isShown: boolean): void {
  show('person', isShown);
  element<HTMLFieldSetElement>('person').disabled = !isShown;
}

function tell(text: string, kind: 'good' | 'bad' | '' = ''): void {
  const told = element('told');
  told.textContent = text;
  told.className = `status ${kind}`;
}

/** What the uploader says of themselves, with the first file by the general link. */
const person = () => ({
  ...(input('name').value.trim() && { uploader_name: input('name').value.trim() }),
  ...(input('email').value.trim() && { uploader_email: input('email').value.trim() }),
});

/** Whether the fields for it are filled in; the browser points at the one that is not. */
const isPersonKnown = () =>
  Boolean(element('person').hidden) || [input('name'), input('email')].every((one) => one.reportValidity());

function draw({ request, submission }: Opened): void {
  document.title = request.title;
  element('title').textContent = request.title;
  element('state').textContent = submission ? STATUSES[submission.status] : '';
  const owner = request.owner.username;
  element('from').textContent = owner ? `${owner} asks you for files.` : 'You are asked for files.';
  element('instructions').textContent = request.instructions ?? '';
  element('until').textContent = untilText(request);
  const review = element('review');
  review.textContent = submission?.review_message ?? '';
  review.hidden = !submission?.review_message;
  const isFirst = submission === null;
  showPerson(isFirst && request.takes_files);
  if (request.recipient_name && !input('name').value) input('name').value = request.recipient_name;
  input('email').required = request.require_email;
  element('email-label').textContent = input('email').required
    ? 'Your e-mail address'
    : 'Your e-mail address (optional)';
  drawItems(element('items'), { request, submission }, { person, isPersonKnown, refresh, tell, started });
  show('sending', request.takes_files);
  showReceipt();
}

function untilText({ closes_at, late, takes_files }: Opened['request']): string {
  if (!takes_files) return 'No more files are taken here.';
  if (closes_at === null) return '';
  const time = new Date(closes_at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
  return late ? `The time was over on ${time}. What you send now counts as late.` : `Open until ${time}.`;
}

function showReceipt(): void {
  show('receipt', hasReceipt());
  const link = element<HTMLAnchorElement>('return');
  link.href = returnAddress();
  link.textContent = returnAddress();
}

/** The first file has made the submission, whose receipt is shown once. */
function started(receipt: string | null): void {
  if (receipt) keepReceipt(receipt);
  showPerson(false);
  showReceipt();
}

async function refresh(): Promise<void> {
  const { isGood, body } = await call<Opened>('open-request');
  const error = body.error ?? '';
  if (!isGood && error === 'Submission not found' && hasReceipt()) {
    forgetReceipt();
    return refresh();
  }
  const needsPassword = error === 'Password required' || error === 'Wrong password';
  show('unlock', needsPassword);
  show('request', isGood);
  if (isGood) return draw(body);
  element('state').textContent = error === 'Password required' ? 'This request has a password.' : error;
  if (needsPassword) input('password').focus();
}

element('unlock').addEventListener('submit', (event) => {
  event.preventDefault();
  setPassword(input('password').value);
  void refresh();
});

element('send').addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = element('sending').querySelector('button') as HTMLButtonElement;
  button.disabled = true;
  tell('One moment …');
  await pendingUploads();
  const note = input('note').value.trim();
  const { isGood, body } = await call('submit-files', { ...(note && { note }) });
  button.disabled = false;
  const details = body.details?.flatMap(({ message }) => message ?? []).join(', ');
  if (isGood) tell('Thank you. Your files have been submitted.', 'good');
  else
    tell(
      body.error === 'Submission not found' ? 'Choose a file first.' : [body.error, details].filter(Boolean).join(': '),
      'bad',
    );
  await refresh();
});

element('copy').addEventListener('click', async () => {
  const isCopied = await navigator.clipboard.writeText(returnAddress()).then(
    () => true,
    () => false,
  );
  tell(isCopied ? 'The link is copied.' : 'The browser did not copy the link.', isCopied ? 'good' : 'bad');
});

void refresh();
