import { Injectable } from '@nestjs/common';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { administers, banned, type Seat, sees, silenced } from './seat.js';
import { SeatRepository } from './seat.repository.js';

/** Who may do what in a room. */
@Injectable()
export class RoomAccess {
  constructor(private readonly seats: SeatRepository) {}

  /** Whoever may read it. */
  async seen(roomId: string, caller: Caller): Promise<Seat> {
    return visible(isUuid(roomId) && (await this.seats.find(roomId, caller.id, isAdmin(caller))));
  }

  /** The same inside a transaction, until whose end nobody else comes, goes or writes. */
  async held(roomId: string, caller: Caller): Promise<Seat> {
    return visible(await this.seat(roomId, caller));
  }

  /** The same without looking at whether he may see it: for joining, which an invitation opens. */
  async seat(roomId: string, caller: Caller): Promise<Seat> {
    const seat = isUuid(roomId) && (await this.seats.hold(roomId, caller.id, isAdmin(caller)));
    if (!seat) throw notFound('Room');
    return seat;
  }

  /** Whoever may write, react and type there. */
  async mayPost(roomId: string, caller: Caller): Promise<Seat> {
    const seat = await this.seen(roomId, caller);
    const refusal = silenced(seat);
    if (refusal) throw refusal;
    return seat;
  }

  async administered(roomId: string, caller: Caller): Promise<Seat> {
    return administering(await this.seen(roomId, caller));
  }

  /** The same, held. */
  async ruled(roomId: string, caller: Caller): Promise<Seat> {
    return administering(await this.held(roomId, caller));
  }

  /** Whether he is heard there: 'no' is for all who are no members, and where there is no such room. */
  async speaks(roomId: string, userId: string): Promise<'yes' | 'muted' | 'no'> {
    const seat = isUuid(roomId) && (await this.seats.find(roomId, userId, false));
    if (!seat || !seat.role || seat.is_banned) return 'no';
    return seat.is_muted ? 'muted' : 'yes';
  }
}

function visible(seat: Seat | false | undefined): Seat {
  if (seat && sees(seat)) return seat;
  throw seat && seat.is_banned && !seat.is_private ? banned() : notFound('Room');
}

function administering(seat: Seat): Seat {
  if (!administers(seat)) throw forbidden();
  return seat;
}
