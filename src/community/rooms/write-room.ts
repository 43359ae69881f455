import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { ContentFilter } from '../../moderation/content-filter/content-filter.js';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { jsonWith } from '../../platform/http/raw-json.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { RoomAccess } from './room-access.js';
import { RoomNews } from './room-news.js';
import { type RoomFields, RoomRepository } from './room.repository.js';
import { type CreateRoomInput, DESCRIPTION, NAME, type UpdateRoomInput } from './rooms.io.js';
import { isForeign } from './seat.js';

@Injectable()
export class WriteRoom {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly access: RoomAccess,
    private readonly filter: ContentFilter,
    private readonly news: RoomNews,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Answers the room as JSON. */
  async create(owner_id: string, input: CreateRoomInput): Promise<string> {
    const { category_id = null, is_private = false } = input;
    const { name, description = null } = await this.clean(input);
    return this.database.transaction(async () => {
      await this.mustKnow(category_id);
      const { id, json } = await this.rooms.insert({ owner_id, name, description, category_id, is_private });
      this.news.added(owner_id, jsonWith(json, { member_count: '1' }), owner_id);
      this.outbox.record({ type: 'room.created', actor_id: owner_id, data: { room_id: id } });
      return json;
    });
  }

  /** Answers the room as JSON. */
  async update(id: string, caller: Caller, input: UpdateRoomInput): Promise<string> {
    const wanted = { ...input, ...(await this.clean(input)) };
    return this.database.transaction(async () => {
      const seat = await this.access.ruled(id, caller);
      const { room_id } = seat;
      const before = await this.rooms.fields(room_id);
      if (!before) throw notFound('Room');
      const changes = changed(before, wanted);
      if (!Object.keys(changes).length) return this.rooms.body(room_id);
      await this.mustKnow(changes.category_id ?? null);
      await this.rooms.update(room_id, changes);
      this.news.updated(room_id, await this.rooms.show(room_id), caller.id);
      if (changes.is_private) this.news.closed(room_id);
      const fields = Object.keys(changes);
      const data = { room_id, fields };
      this.outbox.record({ type: 'room.updated', actor_id: caller.id, data, staff: isForeign(seat) });
      return this.rooms.body(room_id);
    });
  }

  /** By its owner, and by staff. */
  delete(id: string, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const { room_id, is_owner, is_staff } = await this.access.held(id, caller);
      if (!is_owner && !is_staff) throw forbidden();
      await this.news.deleted([room_id], caller.id, !is_owner);
      await this.rooms.delete([room_id]);
    });
  }

  private async clean<Words extends { name?: string; description?: string | null }>(
    words: Words,
  ): Promise<Words> {
    const { name, description } = words;
    return {
      ...words,
      ...(name !== undefined && { name: await this.filter.clean(name, NAME) }),
      ...(description && { description: await this.filter.clean(description, DESCRIPTION) }),
    };
  }

  private async mustKnow(categoryId: string | null): Promise<void> {
    if (categoryId && !(await this.rooms.hasCategory(categoryId))) throw notFound('Category');
  }
}

function changed(before: RoomFields, { category_id, ...wanted }: UpdateRoomInput): Partial<RoomFields> {
  const after = { ...wanted, ...(category_id !== undefined && { category_id: category_id ?? null }) };
  const fields = Object.entries(after).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof RoomFields],
  );
  return Object.fromEntries(fields);
}
