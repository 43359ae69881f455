import { accountPage, anotherLink, form } from './page-parts.js';

/**
 * A button, and nothing done at once by the script: scanners of mail open every link, some with a whole browser,
 * and the token is good only once.
 */
export const VERIFY_EMAIL_PAGE = accountPage(
  'Confirm your address',
  {
    id: 'start',
    mark: 'letter',
    title: 'Confirm your address',
    text: 'One click tells us that this e-mail address is really yours.',
    more: `${form('confirm', 'Confirm my address')}
<p class="soft aside">You did not sign up? Then close this page, and nothing happens.</p>`,
  },
  {
    id: 'done',
    mark: 'tick',
    title: 'Thank you',
    text: 'Your address is confirmed. You can close this page.',
  },
  anotherLink('This link no longer works', 'It was used already, or it is older than 24 hours.'),
  {
    id: 'sent',
    mark: 'letter',
    title: 'Look into your mail',
    text:
      'If this address is still to be confirmed, a new link is on its way to it. ' +
      'If nothing comes within a few minutes, look into your spam folder.',
  },
);
