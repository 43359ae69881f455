import './mailbox.css';

const at = (id: string) => document.getElementById(id) as HTMLElement;
const list = at('mails');
const filter = at('filter') as HTMLInputElement;
const empty = at('empty') as HTMLButtonElement;
const count = at('count');
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const mailsShown = () => [...list.children] as HTMLElement[];

/** The element is a live region: a screen reader repeats it whenever its text is set. */
function say(words: string): void {
  if (count.textContent !== words) count.textContent = words;
}

function arrange(): void {
  const mails = mailsShown();
  const wanted = filter.value.trim().toLowerCase();
  for (const mail of mails) {
    mail.hidden = !mail.dataset.to?.includes(wanted);
    const time = mail.querySelector('time');
    if (time) time.textContent = format.format(new Date(time.dateTime));
  }
  const matching = mails.filter((mail) => !mail.hidden).length;
  const all = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  say(matching === mails.length ? all : `${matching} of ${all}`);
  at('none').hidden = mails.length > 0 || Boolean(location.search);
  at('unmatched').hidden = matching > 0 || (mails.length === 0 && !location.search);
  empty.disabled = mails.length === 0;
}

/** Requests the page again and takes over only new mails: what is open, selected or focused stays. */
async function refresh(): Promise<void> {
  const address = location.href;
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    if (!response.ok) throw new Error(response.statusText);
    const text = await response.text();
    if (address !== location.href) return;
    const answer = new DOMParser().parseFromString(text, 'text/html');
    const fresh = [...answer.querySelectorAll('article')];
    const ids = new Set(fresh.map(({ id }) => id));
    for (const mail of mailsShown()) if (!ids.has(mail.id)) mail.remove();
    list.prepend(...fresh.filter(({ id }) => !document.getElementById(id)));
    arrange();
  } catch {
    say('The server does not answer. Trying again …');
  }
}

filter.addEventListener('input', () => {
  // The address `?to=` selects the mails of one recipient; a typed filter searches all mails.
  if (location.search) {
    history.replaceState(null, '', location.pathname);
    void refresh();
  }
  arrange();
});

empty.addEventListener('click', async () => {
  if (!confirm('Delete all mails in this mailbox?')) return;
  await fetch('mailbox', { method: 'DELETE' }).catch(() => undefined);
  await refresh();
});

async function follow(): Promise<void> {
  if (!document.hidden) await refresh();
  setTimeout(follow, 3000);
}
document.addEventListener('visibilitychange', () => document.hidden || refresh());
arrange();
setTimeout(follow, 3000);
