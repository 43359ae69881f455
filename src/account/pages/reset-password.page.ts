import { accountPage, anotherLink, form } from './page-parts.js';

const FIELDS = `<div class="field">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" autocapitalize="none"
  spellcheck="false" required aria-describedby="password-hint password-fault">
<button class="toggle" type="button">Show passwords</button>
<p class="soft" id="password-hint">At least 8 characters. A few words in a row are easy to remember.</p>
<p class="fault" id="password-fault"></p>
</div>
<div class="field">
<label for="repeat">Repeat the new password</label>
<input id="repeat" name="repeat" type="password" autocomplete="new-password" autocapitalize="none"
  spellcheck="false" required aria-describedby="repeat-fault">
<p class="fault" id="repeat-fault"></p>
</div>`;

export const RESET_PASSWORD_PAGE = accountPage(
  'Choose a new password',
  {
    id: 'start',
    mark: 'lock',
    title: 'Choose a new password',
    text: 'It replaces the old one at once and signs you out everywhere.',
    more: `${form('choose', 'Change my password', FIELDS)}
<p class="soft aside">You did not ask for this? Then close this page, and your password stays as it is.</p>`,
  },
  {
    id: 'done',
    mark: 'tick',
    title: 'All done',
    text: 'Your password is changed. You are signed out everywhere; sign in with the new one.',
  },
  anotherLink('This link no longer works', 'It was used already, or it is older than an hour.'),
  {
    id: 'sent',
    mark: 'letter',
    title: 'Look into your mail',
    text:
      'If there is an account with this address, a new link is on its way to it. ' +
      'If nothing comes within a few minutes, look into your spam folder.',
  },
);
