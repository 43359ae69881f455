/** What the browser runs on both pages. It loads as a module: late enough for the page to be there, and strict. */
export const PAGES_SCRIPT = `
const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

// The token leaves the address, which people copy and histories keep; the history entry keeps it for a reload.
const link = location.search ? Object.fromEntries(new URLSearchParams(location.search)) : (history.state ?? {});
history.replaceState(link, '', location.pathname);

const show = (id) => {
  for (const section of document.querySelectorAll('section')) section.hidden = section.id !== id;
  return document.getElementById(id);
};

// Whatever comes next, the token was good for this once: nothing is left to keep.
function showNext(id) {
  history.replaceState(null, '');
  show(id).focus();
}

function showBroken() {
  const section = show('again');
  section.querySelector('h1').textContent = 'This link is not complete';
  section.querySelector('h1 + p').textContent = 'Open it once more from the mail, or ask for another one.';
}

async function post(path, body, token) {
  try {
    const response = await fetch('v1/auth/' + path, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const wait = Number(response.headers.get('Retry-After'));
    return { status: response.status, wait, answer: await response.json().catch(() => ({})) };
  } catch {
    return { status: 0 };
  }
}

function later(seconds) {
  if (!(seconds > 5)) return 'in a moment';
  return seconds <= 90 ? 'in ' + seconds + ' seconds' : 'in ' + Math.ceil(seconds / 60) + ' minutes';
}

function trouble({ status, wait }) {
  if (status === 0) return 'The server cannot be reached. Check your connection, then try again.';
  if (status === 429) return 'That was tried too often. Try again ' + later(wait) + '.';
  if (status >= 500) return 'The service is not available right now. Try again ' + later(wait) + '.';
  return 'That did not work. Try again in a moment.';
}

function setFault(input, message) {
  document.getElementById(input.id + '-fault').textContent = message;
  if (message) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

// faults: what is wrong with each field before anything is sent. call: the request. answered: true when the
// answer was dealt with; whatever it leaves is told below the button.
function onSubmit(name, { faults, call, answered }) {
  const form = document.forms[name];
  if (!form) return;
  const button = form.querySelector('[type=submit]');
  const status = form.querySelector('[role=status]');
  const say = (message, isTrouble) => {
    status.classList.toggle('trouble', isTrouble);
    status.textContent = message;
  };
  form.addEventListener('input', ({ target }) => setFault(target, ''));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    say('', false);
    const wrong = faults(form.elements);
    for (const [input, message] of wrong) setFault(input, message);
    const first = wrong.find(([, message]) => message);
    if (first) return first[0].focus();
    button.disabled = true;
    say('One moment …', false);
    const result = await call(form.elements);
    button.disabled = false;
    say('', false);
    if (answered(result, form.elements)) return;
    say(trouble(result), true);
    button.focus();
  });
}

function sendsAnotherLink(path) {
  onSubmit('again', {
    faults: ({ email }) => {
      email.value = email.value.trim();
      const message = email.value ? 'That is not an e-mail address.' : 'Type the address that the link was sent to.';
      return [[email, email.validity.valid ? '' : message]];
    },
    call: ({ email }) => post(path, { email: email.value }),
    answered: ({ status }, { email }) => {
      if (status === 200) showNext('sent');
      if (status === 400) {
        setFault(email, 'That is not an e-mail address.');
        email.focus();
      }
      return status === 200 || status === 400;
    },
  });
}

function verifyEmail({ token_hash, type }) {
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

function lengthFault(password) {
  const { length } = [...password];
  if (length < MIN_LENGTH) return 'Use at least ' + MIN_LENGTH + ' characters.';
  return length > MAX_LENGTH ? 'Use at most ' + MAX_LENGTH + ' characters.' : '';
}

function resetPassword({ recovery_token }) {
  // Anything but visible ASCII cannot stand in a header: no token of ours looks like that.
  if (/^[!-~]+$/.test(recovery_token ?? '')) show('start');
  else showBroken();
  const { password, repeat } = document.forms.choose.elements;
  const toggle = document.querySelector('.toggle');
  const reveal = (revealed) => {
    password.type = repeat.type = revealed ? 'text' : 'password';
    toggle.textContent = revealed ? 'Hide passwords' : 'Show passwords';
  };
  toggle.addEventListener('click', () => reveal(password.type === 'password'));
  onSubmit('choose', {
    faults: () => [
      [password, lengthFault(password.value)],
      [repeat, repeat.value === password.value ? '' : 'The two passwords are not the same.'],
    ],
    call: () => {
      // Or a browser remembers it among the texts that were typed into forms.
      reveal(false);
      return post('reset-password', { password: password.value }, recovery_token);
    },
    answered: ({ status, answer }) => {
      if (status === 200) {
        document.forms.choose.reset();
        showNext('done');
      }
      if (status === 401) showNext('again');
      if (status === 400) {
        setFault(password, answer.details?.map(({ message }) => message).join('. ') || answer.error || trouble({ status }));
        password.focus();
      }
      return [200, 400, 401].includes(status);
    },
  });
  sendsAnotherLink('forgot-password');
}

if (document.forms.choose) resetPassword(link);
else verifyEmail(link);
`;
