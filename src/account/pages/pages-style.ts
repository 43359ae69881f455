import { PAGE_STYLE } from '../../platform/http/page-style.js';

export const PAGES_STYLE = `${PAGE_STYLE}
body { display: grid; min-height: 100vh; min-height: 100svh; padding: 1.5rem 1rem; }
main { width: 100%; max-width: 27rem; margin: auto; padding: 2.5rem; }
section, noscript { display: grid; gap: 1rem; }
section:focus { outline: none; }
section > p:not(.soft), noscript > p { color: var(--soft); }
section > p { text-wrap: pretty; }
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

form { display: flex; flex-direction: column; gap: 1.125rem; margin-top: 0.5rem; }
.field { display: grid; grid-template-columns: 1fr auto; gap: 0.375rem 1rem; }
.field > * { grid-column: 1 / -1; }
.field > label { grid-area: 1 / 1; font-weight: 550; }
/* After its input in the order of the keyboard, beside its label for the eye. */
.field > .toggle {
  grid-area: 1 / 2;
  min-height: 1.5rem;
  padding: 0 0.375rem;
  margin-right: -0.375rem;
  border: 0;
  border-radius: 0.375rem;
  background: none;
  color: var(--accent);
  font-size: 0.875rem;
}
.field > .toggle:hover { color: var(--accent-hover); text-decoration: underline; text-underline-offset: 0.15em; }
input[aria-invalid='true'] { border-color: var(--bad); outline-color: var(--bad); }
.fault { color: var(--bad); font-size: 0.875rem; }
.fault::first-letter { text-transform: uppercase; }
.fault:empty { display: none; }
/* Made invisible by its size and never by display: a live region must exist before it is filled. */
.status { color: var(--soft); font-size: 0.9375rem; }
.status:empty { margin-top: -1.125rem; }
.status.trouble:not(:empty) {
  padding: 0.75rem 0.875rem;
  border-radius: 0.625rem;
  background: var(--bad-ground);
  color: var(--bad);
}
.aside { padding-top: 1.25rem; margin-top: 0.5rem; border-top: 1px solid var(--line); }

@media (max-width: 30rem) {
  body { padding: 1rem; }
  main { margin-top: 0; padding: 1.75rem 1.375rem; }
}
`;
