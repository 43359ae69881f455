import style from './consent-bar.css?inline';
import { type Answer, answered, keepAnswer } from './consent.js';

export interface Bar {
  text: string;
  privacy_url: string | null;
}

const AGREE = 'Allow';
const REFUSE = 'Refuse';

function button(label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', act);
  return made;
}

function sentence({ text, privacy_url }: Bar): HTMLParagraphElement {
  const line = document.createElement('p');
  line.append(text);
  if (privacy_url !== null && /^https?:/i.test(privacy_url)) {
    const link = document.createElement('a');
    link.href = privacy_url;
    link.rel = 'noopener';
    link.textContent = 'Privacy policy';
    line.append(' ', link);
  }
  return line;
}

/**
 * Asks for consent at the bottom of the page, and offers to change the answer later. Both answers look the same, so that
 * none is easier to give. Its style is its own: the policy of pages refuses inline styles, and a page may have any.
 */
export function askForConsent(bar: Bar, agreed: () => void): void {
  const host = document.createElement('aside');
  host.setAttribute('aria-label', 'Cookies');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];

  const settle = (answer: Answer, isFocused = true) => {
    const again = button('Cookies', ask);
    again.className = 'again';
    again.setAttribute('aria-label', 'Cookies: change your answer');
    root.replaceChildren(again);
    keepRoom(again);
    // The button that had the focus is gone.
    if (isFocused) again.focus({ preventScroll: true });
    if (answer === 'yes') agreed();
  };
  const answer = (given: Answer) => {
    keepAnswer(given);
    settle(given);
  };
  const ask = () => {
    const section = document.createElement('section');
    const answers = document.createElement('div');
    const refuse = button(REFUSE, () => answer('no'));
    answers.append(
      refuse,
      button(AGREE, () => answer('yes')),
    );
    section.append(sentence(bar), answers);
    const isAgain = root.childElementCount > 0;
    root.replaceChildren(section);
    keepRoom(section);
    if (isAgain) refuse.focus({ preventScroll: true });
  };

  document.body.append(host);
  const known = answered();
  if (known) settle(known, false);
  else ask();
}

/** The end of the page can be scrolled to above what covers it. */
function keepRoom(shown: HTMLElement): void {
  document.documentElement.style.paddingBottom = `${innerHeight - shown.getBoundingClientRect().top}px`;
}
