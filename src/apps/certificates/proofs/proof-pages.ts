import { builtFile, certificateNoticePage, certificatePage, claimPage } from '@community-platform/pages';
import { assetAnswer, pageAnswer, type PublicAnswer } from '../../kernel/pages/public-answers.js';
import type { ShownCertificate } from '../awards/certificate.repository.js';
import { writtenDay } from '../drawing/shown-values.js';
import type { Proof } from './proofs.service.js';

export const STYLE = assetAnswer('text/css', builtFile('certificates/proof.css'));
export const CLAIM_SCRIPT = assetAnswer('text/javascript', builtFile('certificates/claim.js'));

const day = (text: string | null) => text && writtenDay(text);

export function proofPage({ certificate, verification }: Proof): PublicAnswer {
  const { certificate: shown, issuer, status } = verification;
  const index = certificate.visibility === 'public';
  const body = certificatePage({
    status,
    title: shown.title,
    recipient: shown.recipient_name,
    issuer,
    code: shown.code,
    issuedOn: writtenDay(shown.issued_on),
    expiresOn: day(shown.expires_on),
    revokedOn: day(shown.revoked_at && shown.revoked_at.toISOString().slice(0, 10)),
    reason: shown.revoke_reason,
    description: shown.description,
    criteria: shown.criteria,
    details: shown.details ?? [],
    // Relative, so that the page also works below another address.
    pdf: shown.pdf_url && `${shown.code}/certificate.pdf`,
    badge: shown.badge_url && `${shown.code}/badge.jwt`,
    hash: shown.content_hash,
    isPrivate: certificate.visibility === 'private',
    index,
  });
  return pageAnswer(body, { index });
}

const notice = (status: number, title: string, text: string, root = '') =>
  pageAnswer(certificateNoticePage({ title, text, root }), { status });

export const missingPage = () =>
  notice(404, 'There is no such certificate', 'Compare the code with the one on the certificate, letter by letter.');

export const busyPage = (seconds: number): PublicAnswer => {
  const page = notice(429, 'Too many attempts', 'Too many unknown codes came from your network. Try again in an hour.');
  return { ...page, headers: { ...page.headers, 'Retry-After': String(Math.ceil(seconds)) } };
};

export const claimingPage = (token: string, { title, recipient_name, issuer_name }: ShownCertificate) =>
  pageAnswer(claimPage(token, { title, recipient: recipient_name, issuer: issuer_name }));

export const noClaimPage = () =>
  notice(
    404,
    'This link does not work',
    'It was used already, or another one has taken its place. Ask the issuer.',
    '../',
  );

export const revokedClaimPage = () =>
  notice(409, 'This certificate was revoked', 'It cannot be claimed. Ask the issuer.', '../');
