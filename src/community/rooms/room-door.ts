import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { Realtime } from '../../realtime/realtime.js';
import { RoomAccess } from './room-access.js';
import { roomStream } from './room-events.js';
import type { Seat } from './seat.js';

/** Through it goes whoever reads a room, and is told where he can go on listening. */
@Injectable()
export class RoomDoor {
  constructor(
    private readonly access: RoomAccess,
    private readonly realtime: Realtime,
  ) {}

  async enter(id: string, caller: Caller, response: Response): Promise<Seat> {
    if (!isUuid(id)) throw notFound('Room');
    const [seat, position] = await Promise.all([
      this.access.seen(id, caller),
      this.realtime.position(roomStream(id)),
    ]);
    response.setHeader('X-Realtime-Position', position);
    return seat;
  }
}
