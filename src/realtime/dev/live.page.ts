import { page } from '../../platform/http/page.js';

const field = (id: string, label: string, attributes: string) =>
  `<label for="${id}">${label}</label><input id="${id}" name="${id}" ${attributes} required>`;

const ACCESS = `<section class="card" id="access" aria-labelledby="access-title">
<h2 id="access-title">Connection</h2>
<fieldset><legend>Connect by</legend>
<label><input type="radio" name="way" value="ticket" checked> ticket</label>
<label><input type="radio" name="way" value="frame"> <code>auth</code> frame</label></fieldset>
<div id="signed-out">
<form name="account" method="post">
${field('email', 'E-mail', 'type="email" autocomplete="username" autocapitalize="none" spellcheck="false"')}
${field('password', 'Password', 'type="password" autocomplete="current-password"')}
<button type="submit">Sign in and connect</button>
</form>
<details><summary>Use an access token or API key</summary>
<form name="credential" method="post">
${field('secret', 'Access token or API key', 'type="password" autocomplete="off" spellcheck="false"')}
<button type="submit">Connect</button>
</form></details>
</div>
<div id="signed-in" hidden>
<p class="soft">As <b id="who"></b><span id="expiry"></span></p>
<div class="row">
<button id="cut" type="button">Cut</button>
<button id="resume" type="button">Resume</button>
<button class="quiet" id="anew" type="button">Start anew</button>
<button class="quiet" id="lose" type="button" aria-pressed="false">Lose next event</button>
<button class="quiet" id="leave" type="button">Sign out</button>
</div>
</div>
<p class="fault" id="fault" role="alert"></p>
</section>`;

const STREAMS = `<section class="card" aria-labelledby="streams-title">
<h2 id="streams-title">Streams <span class="soft" id="stream-count"></span></h2>
<p class="soft" id="no-streams">The streams and your position in each, once you are connected.</p>
<div class="scroll" tabindex="-1"><table id="streams" hidden>
<thead><tr><th scope="col">Stream</th><th scope="col">Epoch</th><th scope="col">Seq</th><th scope="col">State</th></tr></thead>
<tbody></tbody></table></div>
</section>`;

const TEMPLATES = [
  ['subscribe', 'subscribe, from now on'],
  ['since', 'subscribe, from own position'],
  ['unsubscribe', 'unsubscribe'],
  ['watch', 'watch presences'],
  ['typing', 'typing'],
  ['presence', 'presence'],
  ['ping', 'ping'],
  ['auth', 'auth, to renew'],
];

const SEND = `<section class="card" aria-labelledby="send-title">
<h2 id="send-title">Send a frame</h2>
<form name="send" method="post">
<label for="template">Template</label>
<select id="template">${TEMPLATES.map(([value, words]) => `<option value="${value}">${words}</option>`).join('')}</select>
<label for="text">Frame</label>
<textarea id="text" rows="9" spellcheck="false" autocapitalize="none" autocomplete="off" aria-describedby="send-hint"></textarea>
<div class="row"><button type="submit" id="send">Send</button>
<p class="soft" id="send-hint">Ctrl + Enter. Sent as it stands.</p></div>
</form>
</section>`;

const FRAMES = `<section class="card" id="frames" aria-labelledby="frames-title">
<div class="tools">
<h2 id="frames-title">Frames <span class="soft" id="frame-count"></span></h2>
<select id="by-stream" aria-label="Filter by stream"><option value="">All streams</option></select>
<select id="by-type" aria-label="Filter by type"><option value="">All types</option><option value="!">Faults only</option></select>
<button class="quiet" id="pause" type="button" aria-pressed="false">Pause</button>
<button class="quiet" id="clear" type="button">Clear</button>
<button class="quiet" id="copy" type="button">Copy</button>
</div>
<div id="list" role="log" aria-live="off" aria-labelledby="frames-title" tabindex="0">
<p class="soft none" id="none">Every frame, in and out, as it comes.<br>Arrow keys go from one to the next, Enter opens it.</p>
</div>
</section>`;

export const LIVE_PAGE = page({
  title: 'Realtime',
  style: 'realtime.css',
  script: 'realtime.js',
  body: `<header>
<h1>Realtime</h1>
<p id="status" role="status" data-tone="off">Not connected</p>
<p id="faults" hidden></p>
<nav><button class="quiet" id="types" type="button">Event types</button>
<a href="../v1/realtime/schema" target="_blank">Schema</a>
<a href="../docs" target="_blank">API reference</a></nav>
</header>
<noscript><p class="card none">This page needs JavaScript.</p></noscript>
<main><div id="side">${ACCESS}${STREAMS}${SEND}</div>${FRAMES}</main>
<dialog id="about" aria-label="Event types">
<div class="row"><select id="type" aria-label="Type of event"></select><button class="quiet" id="close" type="button">Close</button></div>
<p id="description"></p>
<pre id="shape" tabindex="0"></pre>
</dialog>`,
});
