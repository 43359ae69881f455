import { escapeHtml, page } from './page.js';

const NO_SCRIPT =
  '<noscript><p>This page needs JavaScript. Switch it on in your browser, then reload the page.</p></noscript>';

/** Where a signer reads and signs. All that it shows comes by its script. */
export const signingPage = () =>
  page({
    title: 'Sign documents',
    style: '../signing.css',
    script: '../signing.js',
    body: `<main class="card" id="main" data-api="../../">
<h1 id="title" tabindex="-1">Sign documents</h1>
<p id="state" class="status" role="status">One moment …</p>
${NO_SCRIPT}
<form id="unlock" hidden>
<label for="code">Access code</label>
<input id="code" type="password" autocomplete="off" minlength="6" maxlength="32" required>
<button type="submit">Open</button>
</form>
<div id="envelope" hidden>
<p id="message" dir="auto"></p>
<section aria-labelledby="documents-title">
<h2 id="documents-title">Documents</h2>
<ul id="documents"></ul>
<p id="final" hidden><a class="button">Open the signed document</a></p>
</section>
<section aria-labelledby="signers-title">
<h2 id="signers-title">Signers</h2>
<ul id="signers"></ul>
</section>
<form id="sign" hidden>
<div id="fields"></div>
<fieldset id="signature">
<legend>Your signature</legend>
<label><input type="radio" name="kind" value="typed" checked> Type it</label>
<label><input type="radio" name="kind" value="drawn"> Draw it</label>
<div id="typed">
<label for="text">Your name</label>
<input id="text" autocomplete="name" maxlength="100">
</div>
<div id="drawn" hidden>
<canvas id="pad" width="800" height="240" role="img" aria-label="Draw your signature here with a pointer"></canvas>
<button type="button" class="quiet" id="clear">Clear</button>
</div>
</fieldset>
<label><input type="checkbox" id="consent"> <span id="consent-text" dir="auto"></span></label>
<button type="submit" id="submit">Sign</button>
</form>
<p id="told" role="alert"></p>
<details id="declining" hidden>
<summary>Decline</summary>
<form id="decline">
<label for="reason">Reason</label>
<textarea id="reason" maxlength="500" rows="3" required></textarea>
<button type="submit" class="quiet">Decline to sign</button>
</form>
</details>
</div>
</main>`,
  });

export interface SealedProof {
  title: string;
  completed_at: Date | null;
  final_sha256: string | null;
  seal_kind: string | null;
  signers: { name: string; acted_at: Date | null }[];
  audit_head: string | null;
  audit_valid: boolean;
}

const time = (at: Date | null) => (at ? `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '');

/** What was signed by whom. A file that is chosen is hashed in the browser. `root`: from the page to the public surface. */
export const verifyingPage = (proof: SealedProof, root: string) =>
  page({
    title: `Signed: ${proof.title}`,
    style: `${root}signing.css`,
    script: `${root}verify.js`,
    body: `<main class="card" data-hash="${escapeHtml(proof.final_sha256 ?? '')}">
<h1><bdi>${escapeHtml(proof.title)}</bdi></h1>
<p>All signers have signed. The envelope was completed at ${time(proof.completed_at)}.</p>
<p>${proof.audit_valid ? 'The audit trail is as it was written.' : '<b>The audit trail was changed.</b>'}</p>
<h2>Signers</h2>
<ul>
${proof.signers.map(({ name, acted_at }) => `<li><bdi>${escapeHtml(name)}</bdi>, ${time(acted_at)}</li>`).join('\n')}
</ul>
<h2>Check your file</h2>
<p>The file is compared in your browser. It is not sent to the server.</p>
<label for="file">Signed PDF</label>
<input type="file" id="file" accept="application/pdf">
<p id="told" class="status" role="status"></p>
<dl>
<div><dt>SHA-256 of the file</dt><dd class="hash">${escapeHtml(proof.final_sha256 ?? '')}</dd></div>
<div><dt>Seal</dt><dd>${proof.seal_kind === 'pades' ? 'signed file (PAdES B-B)' : 'stored hash'}</dd></div>
<div><dt>End of the audit trail</dt><dd class="hash">${escapeHtml(proof.audit_head ?? '')}</dd></div>
</dl>
<p class="soft">These are simple electronic signatures, and not qualified ones.</p>
<p><a href="${root}check-audit.mjs" download>The program that checks an audit trail</a></p>
</main>`,
  });

export const noEnvelopePage = (root: string) =>
  page({
    title: 'Envelope not found',
    style: `${root}signing.css`,
    body: `<main class="card">
<h1>Envelope not found</h1>
<p>There is no completed envelope with this code or file.</p>
</main>`,
  });
