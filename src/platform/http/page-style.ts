/** The look of every page that the service shows by itself; its accent is that of the button in the mails. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f3f4f6;
  --card: #ffffff;
  --ink: #111827;
  --soft: #586174;
  --line: #e2e5eb;
  --edge: #858d9d;
  --accent: #2f5bd8;
  --accent-hover: #2449b3;
  --accent-ground: #e9eefc;
  --on-accent: #ffffff;
  --good: #16744a;
  --good-ground: #e3f5ec;
  --bad: #b3261e;
  --bad-ground: #fdf0ef;
  --shadow: 0 1px 2px #1118270d, 0 12px 32px -12px #1118271f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1016;
    --card: #161a22;
    --ink: #eceff5;
    --soft: #a3abbb;
    --line: #282e3a;
    --edge: #6b7486;
    --accent: #8fabff;
    --accent-hover: #b0c4ff;
    --accent-ground: #1e2a4a;
    --on-accent: #0b1533;
    --good: #6ad1a3;
    --good-ground: #14322a;
    --bad: #ffa198;
    --bad-ground: #331a1b;
    --shadow: none;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  -webkit-font-smoothing: antialiased;
}
h1, h2, p, form { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:hover { color: var(--accent-hover); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.soft { color: var(--soft); font-size: 0.875rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow); }

button {
  min-height: 2.75rem;
  padding: 0.5rem 1.125rem;
  border: 1px solid transparent;
  border-radius: 0.625rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--accent-hover); }
button:disabled { opacity: 0.6; cursor: default; }
button.quiet { border-color: var(--edge); background: none; color: var(--ink); font-weight: 500; }
button.quiet:hover { border-color: var(--ink); }
input {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--edge);
  border-radius: 0.625rem;
  background: var(--card);
  color: inherit;
  font: inherit;
}
input:focus-visible { outline-offset: -1px; border-color: var(--accent); }
@media (prefers-reduced-motion: no-preference) {
  button, input { transition: background-color 0.15s, border-color 0.15s; }
}
`;
