import { PAGE_STYLE } from '../../../platform/http/page-style.js';

export const SANDBOX_STYLE = `${PAGE_STYLE}
body { min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column; }
.ribbon {
  padding: 0.375rem 1rem;
  background: var(--accent-ground);
  color: var(--accent);
  font-size: 0.8125rem;
  text-align: center;
}
.ribbon b { font-weight: 650; }
.ribbon b::after { content: ':'; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.lone {
  display: grid;
  gap: 1rem;
  width: calc(100% - 2rem);
  max-width: 27rem;
  margin: auto;
  padding: 2.5rem;
}
.lead { color: var(--soft); text-wrap: pretty; overflow-wrap: anywhere; }
.mark {
  width: 3rem;
  height: 3rem;
  padding: 0.75rem;
  border-radius: 0.875rem;
  background: var(--accent-ground);
  color: var(--accent);
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.mark.good { background: var(--good-ground); color: var(--good); }
.mark.bad { background: var(--bad-ground); color: var(--bad); }
.amount { font-size: 2.25rem; letter-spacing: -0.025em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.amount small { color: var(--soft); font-size: 1rem; font-weight: 500; letter-spacing: 0; }
.notice { padding: 0.75rem 0.875rem; border-radius: 0.625rem; background: var(--accent-ground); color: var(--accent); font-size: 0.9375rem; }
.notice.bad { background: var(--bad-ground); color: var(--bad); }
.lines { display: grid; gap: 0.75rem; margin: 0; padding: 1rem 0; border-block: 1px solid var(--line); list-style: none; }
.lines li { display: grid; grid-template-columns: 1fr auto; gap: 1rem; font-variant-numeric: tabular-nums; }
.lines b { font-weight: 550; overflow-wrap: anywhere; }
.what { min-width: 0; }
.what > .soft:last-child:not(b + .soft) { display: block; overflow-wrap: anywhere; }
dl { display: grid; gap: 0.375rem; margin: 0; font-size: 0.875rem; }
dl div { display: grid; grid-template-columns: 4.5rem 1fr; gap: 0.75rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.lone form { display: grid; gap: 0.75rem; margin-top: 0.5rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
a.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  padding: 0.5625rem 1.125rem;
  border: 1px solid transparent;
  border-radius: 0.625rem;
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  text-align: center;
  text-decoration: none;
}
a.button:hover { background: var(--accent-hover); color: var(--on-accent); }
a.button.quiet { border-color: var(--edge); background: none; color: var(--ink); font-weight: 500; }
a.button.quiet:hover { border-color: var(--ink); }
button.plain { margin-bottom: -0.75rem; border: 0; background: none; color: var(--accent); font-size: 0.9375rem; font-weight: 500; }
button.plain:hover { color: var(--accent-hover); text-decoration: underline; text-underline-offset: 0.15em; }

.wide { display: grid; gap: 1rem; width: 100%; max-width: 70rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
.wide header { display: grid; gap: 0.25rem; }
.wide section { min-width: 0; padding: 1.25rem 1.5rem; }
h2 { margin-bottom: 0.75rem; font-size: 1.0625rem; line-height: 1.4; font-weight: 650; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th { padding: 0 0.75rem 0.5rem 0; color: var(--soft); font-size: 0.8125rem; font-weight: 500; text-align: left; }
td { padding: 0.625rem 0.75rem 0.625rem 0; border-top: 1px solid var(--line); vertical-align: middle; overflow-wrap: anywhere; }
td:last-child, th:last-child { padding-right: 0; }
td:last-child:has(form, .button) { width: 1%; text-align: right; }
td time, td:last-child:has(form, .button) { white-space: nowrap; }
time { color: var(--soft); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
code { display: block; color: var(--soft); font-size: 0.8125rem; }
.tag { display: inline-block; padding: 0.0625rem 0.5rem; border-radius: 1rem; background: var(--line); font-size: 0.8125rem; }
.tag.good { background: var(--good-ground); color: var(--good); }
.tag.bad { background: var(--bad-ground); color: var(--bad); }
.acts, .levers, .levers form, .release { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.acts { justify-content: end; flex-wrap: nowrap; }
.levers { gap: 0.75rem 2rem; }
.release span { flex: none; }
.wide :is(button, a.button, select) { min-height: 2.25rem; padding: 0.25rem 0.75rem; font: inherit; font-size: 0.875rem; }
select { border: 1px solid var(--edge); border-radius: 0.625rem; background: var(--card); color: inherit; }
@media (max-width: 48rem) {
  .wide section { padding: 1.125rem; }
  table, tbody, tr, td { display: block; }
  thead { display: none; }
  tr { padding: 0.75rem 0; border-top: 1px solid var(--line); }
  tr:first-child { border-top: 0; padding-top: 0; }
  td, td:last-child:has(form, .button) { display: flex; gap: 0.75rem; width: auto; padding: 0.1875rem 0; border: 0; text-align: left; }
  td > div { min-width: 0; }
  td:empty { display: none; }
  td[data-name]:not([data-name=''])::before { content: attr(data-name); flex: 0 0 5.5rem; color: var(--soft); font-size: 0.875rem; }
  td:last-child:has(form, .button) { padding-top: 0.5rem; }
  .acts { flex-wrap: wrap; justify-content: start; }
}
@media (max-width: 30rem) {
  .lone { width: calc(100% - 2rem); margin: 1rem auto auto; padding: 1.75rem 1.375rem; }
}
`;

/** Nothing needs it: it keeps a second click from sending a form again, and the overview up to date. */
export const SANDBOX_SCRIPT = `
document.addEventListener('submit', ({ target, submitter }) => {
  // After the form has taken the button's own address.
  setTimeout(() => {
    for (const button of target.querySelectorAll('button')) button.disabled = true;
    submitter?.setAttribute('aria-busy', 'true');
  });
});
// Coming back with the browser's arrow shows the page as it was left.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

const shown = document.querySelector('[data-follow]');
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
let last;

function localise() {
  for (const time of document.querySelectorAll('time')) time.textContent = format.format(new Date(time.dateTime));
}

async function follow() {
  try {
    const isChoosing = document.activeElement?.matches('select');
    if (!document.hidden && !isChoosing) {
      const text = await (await fetch(location.href, { headers: { Accept: 'text/html' } })).text();
      const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-follow]');
      if (fresh && text !== last) {
        const { id } = document.activeElement ?? {};
        shown.replaceChildren(...fresh.childNodes);
        localise();
        if (id) document.getElementById(id)?.focus();
      }
      last = text;
    }
  } catch {
    // The sandbox is away for a moment: the next look finds it again.
  }
  setTimeout(follow, 2000);
}
localise();
if (shown) setTimeout(follow, 1000);
`;
