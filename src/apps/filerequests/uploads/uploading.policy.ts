import { networkOf, plainAddress } from '../../../platform/http/networks.js';
import type { FileRequest } from '../entities/request.entity.js';
import type { Recipient, Submission } from '../entities/submission.entity.js';
import { hasExpired, isClosed } from '../refusals.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long files may be changed after the owner has asked for it, also when the request is closed. */
const CHANGES_MS = 14 * DAY_MS;

export const isPast = ({ closes_at }: Pick<FileRequest, 'closes_at'>, now: Date) =>
  closes_at !== null && closes_at <= now;

/** Throws where the request takes no files from this uploader. */
export function expectTakesFiles(request: FileRequest, submission: Submission | undefined, now: Date): void {
  const reviewed = submission?.status === 'changes_requested' ? submission.reviewed_at : null;
  if (reviewed && reviewed.getTime() + CHANGES_MS > now.getTime()) return;
  const { status, closed_reason, allow_late } = request;
  if (isPast(request, now) && !allow_late && (status === 'open' || closed_reason === 'expired')) throw hasExpired();
  if (status !== 'open') throw isClosed();
}

/** The network of 256 IPv4 addresses, or the /48, of an address. */
export function prefixOf(address: string): string {
  const plain = plainAddress(address) ?? '';
  if (plain.includes('.')) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return `${(networkOf(address) ?? '0:0:0').split(':').slice(0, 3).join(':')}::/48`;
}

/** An e-mail address that is not known: recipients have one, or an account that has one. */
export const needsEmail = ({ require_email }: FileRequest, recipient: Recipient | undefined) =>
  require_email && !recipient?.email && !recipient?.user_id;
