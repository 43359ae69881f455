import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { EventsService } from '../../events/events.service.js';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import type { Caller } from '../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { RoomAccessService } from './access/room-access.service.js';
import { actsAsStaff } from './access/room.policy.js';
import type { Room } from './room.entity.js';
import { RoomCategoryRepository } from './room-category.repository.js';
import { ownedRoom, roomBody } from './room.presenter.js';
import { type RoomFields, RoomRepository } from './room.repository.js';
import {
  type ChangedRoomAnswer,
  type CreateRoomInput,
  MAX_DESCRIPTION,
  MAX_NAME,
  type OpenedRoomAnswer,
  type RoomCategoriesAnswer,
  type RoomsQuery,
  type UpdateRoomInput,
} from './rooms.dto.js';
import { RoomChanged, RoomContentsDeleted, RoomCreated, RoomDeleted, RoomUpdated } from './rooms.events.js';

@Injectable()
export class RoomsService {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly categories: RoomCategoryRepository,
    private readonly access: RoomAccessService,
    private readonly wordFilter: WordFilterService,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(userId: string, query: RoomsQuery): Promise<RawJson> {
    return new RawJson(await this.rooms.page(userId, query));
  }

  async listCategories(): Promise<RoomCategoriesAnswer> {
    const categories = await this.categories.list();
    return { categories: categories.map(({ id, name, icon }) => ({ id, name, icon })) };
  }

  async find(id: string, caller: Caller, response: Response): Promise<RawJson> {
    const { room_id } = await this.access.requireReadableAndSetPosition(id, caller, response);
    const json = await this.rooms.findDetail(room_id);
    if (!json) throw notFound('Room');
    return new RawJson(json);
  }

  async create(owner_id: string, input: CreateRoomInput): Promise<OpenedRoomAnswer> {
    const { category_id = null, is_private = false } = input;
    const { name, description = null } = await this.cleanWords(input);
    return this.database.transaction(async () => {
      await this.requireCategory(category_id);
      const room = await this.rooms.create({ owner_id, name, description, category_id, is_private });
      this.events.announce(RoomCreated, room, owner_id);
      return asAnswer({ room: ownedRoom(room) });
    });
  }

  async update(id: string, caller: Caller, input: UpdateRoomInput): Promise<ChangedRoomAnswer> {
    const wanted = { ...input, ...(await this.cleanWords(input)) };
    return this.database.transaction(async () => {
      const membership = await this.access.lockAdministered(id, caller);
      const { room_id } = membership;
      const before = await this.rooms.the({ id: room_id }, 'Room');
      const changes = changesOf(before, wanted);
      const fields = Object.keys(changes);
      if (!fields.length) return { room: roomBody(before) };
      await this.requireCategory(changes.category_id ?? null);
      const room = await this.rooms.updateOne({ id: room_id }, { ...changes, updated_at: NOW });
      if (!room) throw notFound('Room');
      const becamePrivate = changes.is_private ?? false;
      this.events.announce(RoomUpdated, { room, fields, becamePrivate, staff: actsAsStaff(membership) }, caller.id);
      return { room: roomBody(room) };
    });
  }

  /** Only the owner and staff may delete a room. */
  delete(id: string, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const { room_id, is_owner, is_staff } = await this.access.lockReadable(id, caller);
      if (!is_owner && !is_staff) throw forbidden();
      await this.deleteAll([room_id], caller.id, !is_owner);
    });
  }

  /** Announces the new owners of rooms and deletes those that have none, because nobody is left there. */
  async replaceOwner(rooms: Room[], userId: string): Promise<void> {
    const empty = rooms.filter(({ owner_id }) => owner_id === null).map(({ id }) => id);
    for (const room of rooms) if (room.owner_id !== null) this.events.announce(RoomChanged, room, userId);
    await this.deleteAll(empty, userId, false);
  }

  private async deleteAll(roomIds: string[], actorId: string, staff: boolean): Promise<void> {
    if (!roomIds.length) return;
    const invitations = await this.rooms.listInvitations(roomIds);
    const mentioning = await this.rooms.listMentioning(roomIds);
    for (const room_id of roomIds) this.events.announce(RoomDeleted, { room_id, staff }, actorId);
    this.events.announce(RoomContentsDeleted, { roomIds, invitations, mentioning }, actorId);
    await this.rooms.deleteAll(roomIds);
  }

  private async cleanWords<Words extends { name?: string; description?: string | null }>(words: Words): Promise<Words> {
    const { name, description } = words;
    return {
      ...words,
      ...(name !== undefined && { name: await this.wordFilter.clean(name, MAX_NAME) }),
      ...(description && { description: await this.wordFilter.clean(description, MAX_DESCRIPTION) }),
    };
  }

  private async requireCategory(id: string | null): Promise<void> {
    if (id && !(await this.categories.exists({ id }))) throw notFound('Category');
  }
}

function changesOf(before: RoomFields, { category_id, ...wanted }: UpdateRoomInput): Partial<RoomFields> {
  const after = { ...wanted, ...(category_id !== undefined && { category_id: category_id ?? null }) };
  const fields = Object.entries(after).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof RoomFields],
  );
  return Object.fromEntries(fields);
}
