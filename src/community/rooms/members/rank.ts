import { forbidden } from '../../../platform/http/refusal.js';
import type { Seat } from '../seat.js';
import type { Target } from './member.repository.js';

/** Nobody in the room touches its owner, and only he and staff touch its admins. */
export function mayModerate({ is_staff, is_owner }: Seat, target: Target): void {
  if (is_staff) return;
  if (target.is_owner || (target.role === 'admin' && !is_owner)) throw forbidden();
}
