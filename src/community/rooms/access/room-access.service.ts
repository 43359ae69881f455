import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type Caller, isAdmin } from '../../../platform/access/access.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { forbidden, notFound } from '../../../platform/http/refusal.js';
import { RealtimeService } from '../../../realtime/realtime.service.js';
import { RoomMembershipRepository } from './room-membership.repository.js';
import {
  banned,
  mayAdminister,
  mayRead,
  type ModeratedUser,
  requireMayWrite,
  type RoomMembership,
} from './room.policy.js';

/** Loads what the caller is in a room and refuses callers who may not do what they ask for. */
@Injectable()
export class RoomAccessService {
  constructor(
    private readonly memberships: RoomMembershipRepository,
    private readonly realtime: RealtimeService,
  ) {}

  async requireReadable(roomId: string, caller: Caller): Promise<RoomMembership> {
    return readable(await this.memberships.find(roomId, caller.id, isAdmin(caller)));
  }

  /** Also sets `X-Realtime-Position`, from which the client can follow the room's stream. */
  async requireReadableAndSetPosition(id: string, caller: Caller, response: Response): Promise<RoomMembership> {
    const [membership, position] = await Promise.all([
      this.requireReadable(id, caller),
      this.realtime.position(`room:${id}`),
    ]);
    response.setHeader('X-Realtime-Position', position);
    return membership;
  }

  /** Until the transaction ends, nobody else joins, leaves or writes. */
  async lockReadable(roomId: string, caller: Caller): Promise<RoomMembership> {
    return readable(await this.lock(roomId, caller));
  }

  /** Does not check that the caller may read the room: an invitation lets its recipient join, or refuse it. */
  async lock(roomId: string, caller: Caller): Promise<RoomMembership> {
    const membership = await this.memberships.lock(roomId, caller.id, isAdmin(caller));
    if (!membership) throw notFound('Room');
    return membership;
  }

  async requireWritable(roomId: string, caller: Caller): Promise<RoomMembership> {
    const membership = await this.requireReadable(roomId, caller);
    requireMayWrite(membership);
    return membership;
  }

  async requireAdministered(roomId: string, caller: Caller): Promise<RoomMembership> {
    return administered(await this.requireReadable(roomId, caller));
  }

  async lockAdministered(roomId: string, caller: Caller): Promise<RoomMembership> {
    return administered(await this.lockReadable(roomId, caller));
  }

  /** Undefined if there is no such user; users who are not members have no role. */
  findUser(roomId: string, userId: string): Promise<ModeratedUser | undefined> {
    return this.memberships.findUser(roomId, userId);
  }

  /** Whether the user may write in the room; 'no' for those who are not members, and if there is no such room. */
  async findWriteState(roomId: string, userId: string): Promise<'yes' | 'muted' | 'no'> {
    const membership = isUuid(roomId) && (await this.memberships.find(roomId, userId, false));
    if (!membership || !membership.role || membership.is_banned) return 'no';
    return membership.is_muted ? 'muted' : 'yes';
  }
}

/** Banned users learn of the ban in a public room; a private room does not exist for them. */
function readable(membership: RoomMembership | undefined): RoomMembership {
  if (membership && mayRead(membership)) return membership;
  throw membership?.is_banned && !membership.is_private ? banned() : notFound('Room');
}

function administered(membership: RoomMembership): RoomMembership {
  if (!mayAdminister(membership)) throw forbidden();
  return membership;
}
