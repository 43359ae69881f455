import { forbidden } from '../../../platform/http/refusal.js';
import { isForeign, type Seat } from '../seat.js';
import type { Target } from './member.repository.js';

/** Nobody in the room touches its owner, and only he and staff touch its admins. */
export function mayModerate({ is_staff, is_owner }: Seat, target: Target): void {
  if (is_staff) return;
  if (target.is_owner || (target.role === 'admin' && !is_owner)) throw forbidden();
}

/** Only that he is staff lets him. */
export const overrules = (seat: Seat, { is_owner, role }: Target) =>
  isForeign(seat) || (seat.is_staff && !seat.is_owner && (is_owner || role === 'admin'));
