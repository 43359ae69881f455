import { NOW } from '../../../platform/database/entity.repository.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { Envelope } from '../entities/envelope.entity.js';
import type { Signer, SignerStatus } from '../entities/signer.entity.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long those who sign by a link read the result. */
const READING_DAYS = 30;
export const FINISHED = 'Envelope is finished';
export const NOT_YOUR_TURN = 'It is not your turn yet';
export const ACTED = 'Signer has already acted';

export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
export const isFinished = ({ status }: Envelope) =>
  status === 'completed' || status === 'declined' || status === 'voided' || status === 'expired';
export const isPast = ({ status, expires_at }: Envelope) =>
  status === 'sent' && expires_at !== null && expires_at.getTime() <= Date.now();

const ASKED: ReadonlySet<SignerStatus> = new Set(['ready', 'viewed']);
const DONE: ReadonlySet<SignerStatus> = new Set(['signed', 'approved', 'declined']);
export const isAsked = ({ status }: Pick<Signer, 'status'>) => ASKED.has(status);
export const hasActed = ({ status }: Pick<Signer, 'status'>) => DONE.has(status);

const ENDS = {
  voided: 'Envelope was voided',
  declined: 'Envelope was declined',
  expired: 'Envelope has expired',
} as const;
export const END_MESSAGES = Object.values(ENDS);

/** Refuses who may not see the envelope now. */
export function expectReadable(envelope: Envelope, signer: Signer): void {
  const { status, completed_at } = envelope;
  if (status === 'draft') throw notFound('Envelope');
  if (status === 'voided' || status === 'declined' || status === 'expired') throw new Refusal(409, ENDS[status]);
  if (isPast(envelope)) throw new Refusal(409, ENDS.expired);
  if (status === 'completed') {
    const until = (completed_at as Date).getTime() + READING_DAYS * DAY_MS;
    if (signer.auth === 'link' && until <= Date.now()) throw notFound('Envelope');
  } else if (signer.status === 'waiting') throw new Refusal(409, NOT_YOUR_TURN);
}

/** The columns of an envelope that ends without a result. */
export const ended = (status: 'declined' | 'voided' | 'expired', reason: string | null) => ({
  status,
  end_reason: reason,
  ended_at: NOW,
  updated_at: NOW,
});
