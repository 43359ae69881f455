// Every form works without this script. The script prevents that a second click submits a form again, and it keeps the
// overview up to date.
import './sandbox.css';
import './overview.css';

const shown = document.querySelector('[data-follow]');
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
let last: string | undefined;

document.addEventListener('submit', ({ target, submitter }) => {
  // A disabled button has no `formaction`, so the buttons are disabled after the browser has read it.
  setTimeout(() => {
    for (const button of (target as HTMLFormElement).querySelectorAll('button')) button.disabled = true;
    submitter?.setAttribute('aria-busy', 'true');
  });
});
// The browser's back button restores the page from its cache, with the state that it had then.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

function localise(): void {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = format.format(new Date(time.dateTime));
  }
}

const isInUse = () => document.activeElement?.matches('select') || document.querySelector('button:active') !== null;

/** The lists in which the user has chosen another option and not submitted it yet. */
const choices = () =>
  [...document.querySelectorAll('select')]
    .filter(({ selectedOptions: [option] }) => option && !option.defaultSelected)
    .map(({ id, value }) => ({ id, value }));

/** Takes over a newer overview, but not while the user chooses an option in it or presses a button. */
async function refresh(): Promise<void> {
  if (document.hidden || isInUse()) return;
  const text = await (await fetch(location.href, { headers: { Accept: 'text/html' } })).text();
  const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-follow]');
  if (isInUse()) return;
  if (fresh && text !== last) {
    const focused = document.activeElement?.id;
    const chosen = choices();
    shown?.replaceChildren(...fresh.childNodes);
    localise();
    for (const { id, value } of chosen) {
      const select = document.getElementById(id);
      if (select instanceof HTMLSelectElement) select.value = value;
    }
    if (focused) document.getElementById(focused)?.focus();
  }
  last = text;
}

async function follow(): Promise<void> {
  // A sandbox that does not answer may answer the next request.
  await refresh().catch(() => undefined);
  setTimeout(follow, 2000);
}
localise();
if (shown) setTimeout(follow, 1000);
