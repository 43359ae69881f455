import { page } from '../../platform/http/page.js';

const MARKS = {
  letter: '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m3.5 7.5 8.5 6 8.5-6"/>',
  lock: '<rect x="5" y="10.5" width="14" height="10" rx="2.5"/><path d="M8 10.5V7.5a4 4 0 0 1 8 0v3"/>',
  tick: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  broken: '<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.25v.01"/>',
};
const TONES = { letter: '', lock: '', tick: ' good', broken: ' bad' };

interface State {
  /** What the script calls it by. */
  id: string;
  mark: keyof typeof MARKS;
  title: string;
  text: string;
  more?: string;
}

/** One state of a page. It takes the focus when it is shown, so that a screen reader says its title and text. */
const state = ({ id, mark, title, text, more = '' }: State) => `
<section id="${id}" tabindex="-1" aria-labelledby="${id}-title" aria-describedby="${id}-text" hidden>
<svg class="mark${TONES[mark]}" viewBox="0 0 24 24" aria-hidden="true">${MARKS[mark]}</svg>
<h1 id="${id}-title">${title}</h1>
<p id="${id}-text">${text}</p>
${more}
</section>`;

export const form = (name: string, button: string, fields = '') => `
<form name="${name}" method="post" novalidate>
${fields}
<button type="submit">${button}</button>
<p class="status" role="status"></p>
</form>`;

/** The state in which a dead link is replaced: the same on every page, but for the words. */
export const anotherLink = (title: string, text: string): State => ({
  id: 'again',
  mark: 'broken',
  title,
  text,
  more: form(
    'again',
    'Send another link',
    `<div class="field">
<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" autocapitalize="none" spellcheck="false"
  maxlength="254" required aria-describedby="email-fault">
<p class="fault" id="email-fault"></p>
</div>`,
  ),
});

export const accountPage = (title: string, ...states: State[]) =>
  page({
    title,
    style: 'pages/account.css',
    script: 'pages/account.js',
    body: `<main class="card">
<noscript><h1>${title}</h1><p>This page needs JavaScript. Switch it on in your browser, then reload the page.</p></noscript>
${states.map(state).join('')}
</main>`,
  });
