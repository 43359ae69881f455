import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import type { Caller } from '../../platform/access/caller.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { RoomAccessService } from './access/room-access.service.js';
import { actsAsStaff } from './access/room.policy.js';
import { RoomEventsService } from './room-events.service.js';
import { type RoomFields, RoomRepository } from './room.repository.js';
import { type CreateRoomInput, MAX_DESCRIPTION, MAX_NAME, type RoomsQuery, type UpdateRoomInput } from './rooms.dto.js';

@Injectable()
export class RoomsService {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly access: RoomAccessService,
    private readonly wordFilter: WordFilterService,
    private readonly events: RoomEventsService,
    private readonly realtime: RealtimeService,
    private readonly database: DatabaseService,
  ) {}

  async list(userId: string, query: RoomsQuery, response: Response): Promise<RawJson> {
    response.setHeader('X-Realtime-Position', await this.realtime.position(`user:${userId}`));
    return new RawJson(await this.rooms.page(userId, query));
  }

  async listCategories(): Promise<RawJson> {
    return new RawJson(`{"categories":${await this.rooms.listCategories()}}`);
  }

  async find(id: string, caller: Caller, response: Response): Promise<RawJson> {
    const { room_id } = await this.access.requireReadableAndSetPosition(id, caller, response);
    const json = await this.rooms.findDetail(room_id);
    if (!json) throw notFound('Room');
    return new RawJson(json);
  }

  async create(owner_id: string, input: CreateRoomInput): Promise<RawJson> {
    const { category_id = null, is_private = false } = input;
    const { name, description = null } = await this.cleanWords(input);
    return this.database.transaction(async () => {
      await this.requireCategory(category_id);
      const room = await this.rooms.insert({ owner_id, name, description, category_id, is_private });
      this.events.roomCreated(room, owner_id);
      return asAnswer(new RawJson(`{"room":${room.json}}`));
    });
  }

  async update(id: string, caller: Caller, input: UpdateRoomInput): Promise<RawJson> {
    const wanted = { ...input, ...(await this.cleanWords(input)) };
    return this.database.transaction(async () => {
      const membership = await this.access.lockAdministered(id, caller);
      const { room_id } = membership;
      const before = await this.rooms.findFields(room_id);
      if (!before) throw notFound('Room');
      const changes = changesOf(before, wanted);
      const fields = Object.keys(changes);
      if (fields.length) {
        await this.requireCategory(changes.category_id ?? null);
        await this.rooms.update(room_id, changes);
        const json = await this.rooms.findJson(room_id);
        const becamePrivate = changes.is_private ?? false;
        const staff = actsAsStaff(membership);
        this.events.roomUpdated({ room_id, json, fields, becamePrivate, staff }, caller.id);
      }
      return new RawJson(`{"room":${await this.rooms.findBody(room_id)}}`);
    });
  }

  /** Only the owner and staff may delete a room. */
  delete(id: string, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const { room_id, is_owner, is_staff } = await this.access.lockReadable(id, caller);
      if (!is_owner && !is_staff) throw forbidden();
      await this.events.roomsDeleted([room_id], caller.id, !is_owner);
      await this.rooms.delete([room_id]);
    });
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
    if (id && !(await this.rooms.hasCategory(id))) throw notFound('Category');
  }
}

function changesOf(before: RoomFields, { category_id, ...wanted }: UpdateRoomInput): Partial<RoomFields> {
  const after = { ...wanted, ...(category_id !== undefined && { category_id: category_id ?? null }) };
  const fields = Object.entries(after).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof RoomFields],
  );
  return Object.fromEntries(fields);
}
