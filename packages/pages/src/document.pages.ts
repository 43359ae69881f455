import { escapeHtml, page } from './page.js';

const NO_SCRIPT =
  '<noscript><p>This page needs JavaScript. Switch it on in your browser, then reload the page.</p></noscript>';

const sharedPage = (title: string, body: string, attributes = '') =>
  page({
    title,
    style: '../shared.css',
    script: '../shared.js',
    body: `<main class="card"${attributes}>\n${body}\n</main>`,
  });

const notice = (title: string, text: string) => sharedPage(title, `<h1>${title}</h1>\n<p>${text}</p>`);

export const missingDocumentPage = () =>
  notice('There is no such link', 'Look at the address once more, or ask the person who gave it to you.');

export const expiredDocumentPage = () =>
  notice('This link has expired', 'Ask the person who gave it to you for another one.');

/** What is shared is asked for by the script of the page, which calls the public actions of the app. */
export const sharedDocumentPage = ({ token, isLocked }: { token: string; isLocked: boolean }) =>
  sharedPage(
    'Shared with you',
    `${NO_SCRIPT}
<form name="unlock"${isLocked ? '' : ' hidden'}>
  <h1>This link has a password</h1>
  <label for="password">Password</label>
  <input id="password" name="password" type="password" autocomplete="off" required maxlength="128">
  <button type="submit">Open</button>
</form>
<section id="shared" hidden>
  <nav aria-label="Folders" hidden><ol></ol></nav>
  <h1></h1>
  <p id="facts"></p>
  <div id="preview"></div>
  <div class="actions">
    <button type="button" id="download" hidden>Download</button>
    <button type="button" id="show" class="second" hidden>Preview</button>
  </div>
  <ul id="items" aria-label="Content of the folder" hidden></ul>
  <button type="button" id="more" class="second" hidden>Show more</button>
</section>
<p role="status" aria-live="polite"></p>`,
    ` data-api="../../" data-token="${escapeHtml(token)}"`,
  );
