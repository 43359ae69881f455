import './account.css';

const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

type Link = Partial<Record<'token_hash' | 'type' | 'recovery_token', string>>;

interface Result {
  /** 0: the request has failed. */
  status: number;
  /** Seconds of the header Retry-After; 0 without it. */
  wait: number;
  answer: { error?: string; details?: { message: string }[] };
}

interface Submission {
  /** Every field with its fault, which is empty for a good value; checked before the request. */
  faults: () => [HTMLInputElement, string][];
  call: () => Promise<Result>;
  /** True when the page has shown the result; any other result is shown below the button. */
  answered: (result: Result) => boolean;
}

// The token leaves the address, which people copy and browser histories keep. The history entry keeps it for a reload.
const link: Link = location.search ? Object.fromEntries(new URLSearchParams(location.search)) : (history.state ?? {});
history.replaceState(link, '', location.pathname);

const chooseForm = document.querySelector<HTMLFormElement>('form[name=choose]');

function element<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

function show(id: string): HTMLElement {
  for (const section of document.querySelectorAll('section')) section.hidden = section.id !== id;
  return element(`#${id}`);
}

/** The token was accepted or refused for good, so the history entry forgets it. */
function showNext(id: string): void {
  history.replaceState(null, '');
  show(id).focus();
}

function showBroken(): void {
  const section = show('again');
  element('h1', section).textContent = 'This link is not complete';
  element('h1 + p', section).textContent = 'Open it once more from the mail, or ask for another one.';
}

async function post(path: string, body: object, token?: string): Promise<Result> {
  try {
    const response = await fetch(`v1/auth/${path}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const wait = Number(response.headers.get('Retry-After'));
    return { status: response.status, wait, answer: await response.json().catch(() => ({})) };
  } catch {
    return { status: 0, wait: 0, answer: {} };
  }
}

function later(seconds: number): string {
  if (!(seconds > 5)) return 'in a moment';
  return seconds <= 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

function trouble({ status, wait }: Result): string {
  if (status === 0) return 'The server cannot be reached. Check your connection, then try again.';
  if (status === 429) return `That was tried too often. Try again ${later(wait)}.`;
  if (status >= 500) return `The service is not available right now. Try again ${later(wait)}.`;
  return 'That did not work. Try again in a moment.';
}

function setFault(input: HTMLInputElement, message: string): void {
  element(`#${input.id}-fault`).textContent = message;
  if (message) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

function onSubmit(name: string, { faults, call, answered }: Submission): void {
  const form = element<HTMLFormElement>(`form[name=${name}]`);
  const button = element<HTMLButtonElement>('[type=submit]', form);
  const status = element('[role=status]', form);
  const say = (message: string, isTrouble: boolean) => {
    status.classList.toggle('trouble', isTrouble);
    status.textContent = message;
  };
  form.addEventListener('input', ({ target }) => setFault(target as HTMLInputElement, ''));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    say('', false);
    const checked = faults();
    for (const [input, message] of checked) setFault(input, message);
    const first = checked.find(([, message]) => message);
    if (first) return first[0].focus();
    button.disabled = true;
    say('One moment …', false);
    const result = await call();
    button.disabled = false;
    say('', false);
    if (answered(result)) return;
    say(trouble(result), true);
    button.focus();
  });
}

function sendsAnotherLink(path: string): void {
  const email = element<HTMLInputElement>('#email');
  onSubmit('again', {
    faults: () => {
      email.value = email.value.trim();
      const message = email.value ? 'That is not an e-mail address.' : 'Type the address that the link was sent to.';
      return [[email, email.validity.valid ? '' : message]];
    },
    call: () => post(path, { email: email.value }),
    answered: ({ status }) => {
      if (status === 200) showNext('sent');
      if (status === 400) {
        setFault(email, 'That is not an e-mail address.');
        email.focus();
      }
      return status === 200 || status === 400;
    },
  });
}

/**
 * The user presses a button: programs that scan mail open every link, some of them in a whole browser, and the token is
 * accepted only once.
 */
function verifyEmail({ token_hash, type }: Link): void {
  if (token_hash && type) show('start');
  else showBroken();
  onSubmit('confirm', {
    faults: () => [],
    call: () => post('verify-email', { token_hash, type }),
    answered: ({ status }) => {
      if (status === 200) showNext('done');
      if (status === 400) showNext('again');
      return status === 200 || status === 400;
    },
  });
  sendsAnotherLink('resend-verification');
}

function lengthFault(password: string): string {
  const { length } = [...password];
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters.`;
  return length > MAX_LENGTH ? `Use at most ${MAX_LENGTH} characters.` : '';
}

function resetPassword({ recovery_token }: Link, form: HTMLFormElement): void {
  // A header holds only visible ASCII characters, and every token of the service consists of these.
  if (/^[!-~]+$/.test(recovery_token ?? '')) show('start');
  else showBroken();
  const password = element<HTMLInputElement>('#password');
  const repeat = element<HTMLInputElement>('#repeat');
  const toggle = element('.toggle');
  const reveal = (isRevealed: boolean) => {
    password.type = repeat.type = isRevealed ? 'text' : 'password';
    toggle.textContent = isRevealed ? 'Hide passwords' : 'Show passwords';
  };
  toggle.addEventListener('click', () => reveal(password.type === 'password'));
  onSubmit('choose', {
    faults: () => [
      [password, lengthFault(password.value)],
      [repeat, repeat.value === password.value ? '' : 'The two passwords are not the same.'],
    ],
    call: () => {
      // A browser remembers the text of visible fields for later forms.
      reveal(false);
      return post('reset-password', { password: password.value }, recovery_token);
    },
    answered: (result) => {
      const { status, answer } = result;
      if (status === 200) {
        form.reset();
        showNext('done');
      }
      if (status === 401) showNext('again');
      if (status === 400) {
        const details = answer.details?.map(({ message }) => message).join('. ');
        setFault(password, details || answer.error || trouble(result));
        password.focus();
      }
      return [200, 400, 401].includes(status);
    },
  });
  sendsAnotherLink('forgot-password');
}

if (chooseForm) resetPassword(link, chooseForm);
else verifyEmail(link);
