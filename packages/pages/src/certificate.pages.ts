import { escapeHtml, page } from './page.js';

export type CertificateStatus = 'valid' | 'expired' | 'revoked';

/** What a proof shows. Days are written out. */
export interface CertificateProof {
  status: CertificateStatus;
  title: string;
  recipient: string;
  issuer: { name: string; url: string | null };
  code: string;
  issuedOn: string;
  expiresOn: string | null;
  revokedOn: string | null;
  reason: string | null;
  description: string | null;
  criteria: string | null;
  details: { label: string; value: string }[];
  /** Null: it is private, or no longer valid. */
  pdf: string | null;
  badge: string | null;
  hash: string | null;
  isPrivate: boolean;
  /** True: search engines may show the page. */
  index: boolean;
}

const MARKS: Record<CertificateStatus, { path: string; label: string }> = {
  valid: { path: '<path d="m5 12.5 4.5 4.5L19 7.5"/>', label: 'Valid' },
  expired: { path: '<path d="M12 6.5v6l3.5 2.5"/><circle cx="12" cy="12" r="8.5"/>', label: 'Expired' },
  revoked: { path: '<path d="m6.5 6.5 11 11M17.5 6.5l-11 11"/>', label: 'Revoked' },
};

const row = (label: string, value: string | null) =>
  value === null ? '' : `<div><dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`;

const section = (label: string, text: string | null) =>
  text === null ? '' : `<section><h2>${label}</h2>\n<p class="text" dir="auto">${escapeHtml(text)}</p></section>`;

function statement({ status, expiresOn, revokedOn, reason }: CertificateProof): string {
  if (status === 'valid')
    return expiresOn ? `This certificate is valid until ${expiresOn}.` : 'This certificate is valid.';
  if (status === 'expired') return `This certificate was valid until ${expiresOn ?? ''}.`;
  return `This certificate was revoked${revokedOn ? ` on ${revokedOn}` : ''}.${reason ? ` Reason: ${reason}` : ''}`;
}

export function certificatePage(proof: CertificateProof): string {
  const { status, title, recipient, issuer, code, issuedOn, expiresOn, details, pdf, badge, hash, index } = proof;
  const { path, label } = MARKS[status];
  const issuedBy = `<bdi>${escapeHtml(issuer.name)}</bdi>`;
  const by = issuer.url ? `<a href="${escapeHtml(issuer.url)}" rel="nofollow noopener">${issuedBy}</a>` : issuedBy;
  const links = [
    pdf && `<a class="button" href="${escapeHtml(pdf)}">Open the PDF</a>`,
    badge && `<a class="button quiet" href="${escapeHtml(badge)}" download>Open Badge</a>`,
  ].filter(Boolean);
  return page({
    title: `${title} – ${recipient}`,
    style: 'proof.css',
    index,
    body: `<main class="card">
<p class="status ${status}"><svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg><b>${label}</b></p>
<p class="statement">${escapeHtml(statement(proof))}</p>
<header>
<h1><bdi>${escapeHtml(title)}</bdi></h1>
<p class="recipient"><bdi>${escapeHtml(recipient)}</bdi></p>
${proof.isPrivate ? '<p class="soft">The recipient shows only the first letters of their name.</p>' : ''}
</header>
<dl>
<div><dt>Issued by</dt><dd>${by}</dd></div>
${row('Issued on', issuedOn)}
${row('Valid until', expiresOn)}
${details.map(({ label: name, value }) => row(name, value)).join('\n')}
${row('Code', code)}
</dl>
${section('About', proof.description)}
${section('Criteria', proof.criteria)}
${links.length ? `<p class="links">${links.join('\n')}</p>` : ''}
${hash ? `<details><summary>How to check the PDF</summary>\n<p>The PDF shows the same SHA-256 as this page:</p>\n<p class="hash">${escapeHtml(hash)}</p></details>` : ''}
</main>`,
  });
}

interface Claim {
  title: string;
  recipient: string;
  issuer: string;
}

/** Signs its visitor in, and then claims the certificate. Opening it changes nothing. */
export const claimPage = (token: string, { title, recipient, issuer }: Claim) =>
  page({
    title: `Your certificate: ${title}`,
    style: '../proof.css',
    script: '../claim.js',
    body: `<main class="card" data-token="${escapeHtml(token)}">
<header>
<p class="soft"><bdi>${escapeHtml(issuer)}</bdi> has a certificate for <bdi>${escapeHtml(recipient)}</bdi></p>
<h1><bdi>${escapeHtml(title)}</bdi></h1>
</header>
<form name="claim" method="post">
<p>Sign in to add it to your account. A link can be used once.</p>
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">Sign in and claim</button>
<p class="answer" role="status"></p>
</form>
<div id="claimed" hidden tabindex="-1">
<p class="status valid"><svg viewBox="0 0 24 24" aria-hidden="true">${MARKS.valid.path}</svg><b>Claimed</b></p>
<p>The certificate belongs to your account now.</p>
<p class="links"><a class="button">Show the certificate</a></p>
</div>
<noscript><p>This page needs JavaScript. Switch it on in your browser, then reload the page.</p></noscript>
</main>`,
  });

interface Notice {
  title: string;
  text: string;
  /** From the page to the public surface: `` or `../`. */
  root: string;
}

export const certificateNoticePage = ({ title, text, root }: Notice) =>
  page({
    title,
    style: `${root}proof.css`,
    body: `<main class="card">\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n</main>`,
  });
