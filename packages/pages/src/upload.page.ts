import { page } from './page.js';

const NO_SCRIPT =
  '<noscript><p>This page needs JavaScript. Switch it on in your browser, then reload the page.</p></noscript>';

/** Where people without an account upload the files that they were asked for. All that it shows comes by its script. */
export const uploadPage = () =>
  page({
    title: 'Send files',
    style: '../upload.css',
    script: '../upload.js',
    body: `<main class="card" id="main" data-api="../../">
<h1 id="title">Send files</h1>
<p id="state" class="status" role="status">One moment …</p>
${NO_SCRIPT}
<form id="unlock" hidden>
<label for="password">Password</label>
<input id="password" type="password" autocomplete="off" maxlength="128" required>
<button type="submit">Open</button>
</form>
<div id="request" hidden>
<p id="from" class="soft"></p>
<p id="instructions"></p>
<p id="until" class="soft"></p>
<div id="review" class="notice" hidden></div>
<form id="send">
<fieldset id="person">
<label for="name">Your name</label>
<input id="name" autocomplete="name" maxlength="100" required>
<label for="email" id="email-label">Your e-mail address</label>
<input id="email" type="email" autocomplete="email" maxlength="254">
</fieldset>
<div id="items"></div>
<div id="sending">
<label for="note">Note (optional)</label>
<textarea id="note" maxlength="2000" rows="3"></textarea>
<button type="submit">Submit files</button>
</div>
</form>
<p id="told" class="status" role="alert"></p>
<div id="receipt" class="notice" hidden>
<h2>Your receipt</h2>
<p>This link leads back to what you have sent. Keep it, and do not pass it on.</p>
<p><a id="return"></a></p>
<button type="button" class="quiet" id="copy">Copy the link</button>
</div>
</div>
</main>`,
  });
