import { PAGE_STYLE } from '../../platform/http/page-style.js';

const COMPACT = 'button, select, input, textarea';

export const LIVE_STYLE = `${PAGE_STYLE}
:root { --warn: #8a5300; --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
@media (prefers-color-scheme: dark) { :root { --warn: #eab765; } }
body { padding: 0 1.25rem 1.25rem; font-size: 0.9375rem; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; padding: 1rem 0; }
nav { display: flex; align-items: center; gap: 1rem; margin-left: auto; }
h1 { font-size: 1.375rem; }
h2 { font-size: 1rem; font-weight: 650; }
h2 .soft { font-weight: 400; }
code, pre, textarea, table, .frame { font-family: var(--mono); font-size: 0.8125rem; }
:is(${COMPACT}) { min-height: 2.25rem; padding: 0.3125rem 0.75rem; border-radius: 0.5rem; font-size: 0.9375rem; }
select, textarea { width: 100%; border: 1px solid var(--edge); background: var(--card); color: inherit; font-family: inherit; }
textarea { display: block; padding: 0.5rem 0.75rem; font-family: var(--mono); font-size: 0.8125rem; line-height: 1.5; resize: vertical; }
[aria-pressed='true'] { border-color: var(--accent) !important; background: var(--accent-ground) !important; color: var(--accent) !important; }
#status, #faults { padding: 0.125rem 0.75rem; border-radius: 1rem; background: var(--line); font-size: 0.875rem; }
#status[data-tone='good'] { background: var(--good-ground); color: var(--good); }
#status[data-tone='bad'], #faults { background: var(--bad-ground); color: var(--bad); }

main { display: grid; grid-template-columns: 25rem minmax(0, 1fr); gap: 1rem; align-items: start; }
#side { display: grid; gap: 1rem; min-width: 0; }
.card { min-width: 0; padding: 1rem 1.125rem; }
.card h2 { margin-bottom: 0.625rem; }
form { display: grid; gap: 0.375rem; margin-top: 0.625rem; }
form label { font-size: 0.875rem; font-weight: 550; }
form > :is(button, .row) { margin-top: 0.375rem; }
fieldset { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0; border: 0; }
legend { float: left; padding: 0; color: var(--soft); }
fieldset label { display: flex; align-items: center; gap: 0.375rem; }
input[type='radio'] { width: 1rem; min-height: 1rem; margin: 0; accent-color: var(--accent); }
details:not(.frame) { margin-top: 0.875rem; }
summary { border-radius: 0.375rem; cursor: pointer; }
#access summary { width: fit-content; color: var(--soft); font-size: 0.875rem; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
#signed-in .row button { flex: 1 0 auto; }
#signed-in .soft { margin: 0.5rem 0 0.75rem; overflow-wrap: anywhere; }
.fault:not(:empty) { margin-top: 0.75rem; color: var(--bad); font-size: 0.875rem; }
.scroll { max-height: 14rem; overflow: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.1875rem 0.75rem 0.1875rem 0; text-align: left; white-space: nowrap; }
th { position: sticky; top: 0; background: var(--card); color: var(--soft); font: 0.8125rem system-ui, sans-serif; }
td:nth-child(2) { max-width: 6.5rem; overflow: hidden; text-overflow: ellipsis; }
:is(th, td):nth-child(3) { text-align: right; font-variant-numeric: tabular-nums; }
td button { border: 0; min-height: 1.5rem; padding: 0; background: none !important; color: var(--accent); font: inherit; }
td button:hover { text-decoration: underline; }

#frames { position: sticky; top: 1rem; display: flex; flex-direction: column; height: calc(100vh - 6rem); min-height: 24rem; padding: 0.875rem 0 0; overflow: hidden; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; padding: 0 1.125rem 0.875rem; }
.tools h2 { flex: 1; margin: 0; white-space: nowrap; }
.tools select { width: 11.5rem; }
#list { flex: 1; overflow: auto; border-top: 1px solid var(--line); overscroll-behavior: contain; }
.none { padding: 3rem 1rem; text-align: center; }
.frame { border-bottom: 1px solid var(--line); }
.frame summary { display: grid; grid-template-columns: 6.5rem 1rem minmax(0, 1.4fr) minmax(0, 1.1fr) 3rem minmax(0, 1.8fr); gap: 0 0.75rem; padding: 0.3125rem 1.125rem; border-radius: 0; list-style: none; }
.frame summary::-webkit-details-marker { display: none; }
.frame summary:hover, .frame[open] { background: color-mix(in srgb, var(--accent-ground) 45%, transparent); }
.frame summary:focus-visible { outline-offset: -2px; }
.frame span, .frame time { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.frame :is(time, .way, .place) { color: var(--soft); }
.frame .name { font-weight: 600; }
.frame .seq { text-align: right; }
.frame .verdict { white-space: normal; overflow-wrap: anywhere; }
.out .way { color: var(--accent); }
.note .name { font-weight: 400; font-style: italic; }
.good .verdict, td.good { color: var(--good); }
.warn .verdict, td.warn { color: var(--warn); }
.off .verdict { color: var(--soft); }
.frame.bad { background: var(--bad-ground); box-shadow: inset 3px 0 var(--bad); }
.bad .verdict { color: var(--bad); font-weight: 600; }
.frame .row { padding: 0.25rem 1.125rem 0.75rem; }
.frame .row button { min-height: 1.875rem; padding: 0 0.625rem; font: 0.8125rem system-ui, sans-serif; }
pre { margin: 0; padding: 0.25rem 1.125rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.key { color: var(--accent); }
dialog { width: min(44rem, calc(100vw - 2rem)); max-height: calc(100vh - 4rem); padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); color: var(--ink); }
dialog::backdrop { background: #0008; }
dialog select { flex: 1; width: auto; }
dialog p { margin: 0.875rem 0; white-space: pre-line; }
dialog pre { padding: 0.75rem 1rem; border-radius: 0.5rem; background: var(--ground); }
@media (max-width: 64rem) {
  main { grid-template-columns: minmax(0, 1fr); }
  #frames { position: static; height: 36rem; max-height: 85vh; }
}
@media (max-width: 40rem) {
  body { padding: 0 0.75rem 0.75rem; }
  :is(input, select, textarea) { font-size: 1rem; }
  nav { width: 100%; margin: 0; }
  #side { display: contents; }
  #access { order: -2; }
  #frames { order: -1; }
  .tools { padding-inline: 0.875rem; }
  .tools h2 { flex: 1 0 100%; }
  .tools select { flex: 1 0 40%; width: auto; min-width: 0; }
  .tools button { flex: 1; }
  .frame summary { grid-template-columns: 1rem minmax(0, 1fr) auto; padding-inline: 0.875rem; }
  .frame :is(.way, .name) { grid-row: 1; }
  .frame time { grid-area: 1 / 3; }
  .frame .place { grid-area: 2 / 2; }
  .frame .seq { grid-area: 2 / 3; }
  .frame .verdict { grid-area: 3 / 2 / 4 / 4; }
  .frame .verdict:empty, .frame .place:empty { display: none; }
}
`;
