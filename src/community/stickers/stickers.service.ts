import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { StickerRepository } from './sticker.repository.js';
import type { NewPackInput, PackInput } from './stickers.dto.js';

@Injectable()
export class StickersService {
  constructor(
    private readonly stickers: StickerRepository,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(): Promise<RawJson> {
    return new RawJson(`{"packs":${await this.stickers.list()}}`);
  }

  create(adminId: string, { name, thumbnail_url, stickers = [] }: NewPackInput): Promise<RawJson> {
    return this.database.transaction(async () => {
      const thumbnail = thumbnail_url ?? stickers[0]?.image_url;
      const id = await this.stickers.insert({ name, thumbnail_url: thumbnail });
      // A new pack has no stickers yet, so every given id is refused.
      if (!(await this.stickers.replaceStickers(id, stickers))) throw notFound('Sticker');
      this.record('admin.sticker_pack_created', adminId, { pack_id: id, name, stickers: stickers.length });
      return asAnswer(new RawJson(`{"pack":${await this.stickers.show(id)}}`));
    });
  }

  update(id: string, adminId: string, { stickers, ...pack }: PackInput): Promise<RawJson> {
    return this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.stickers.update(id, pack))) throw notFound('Sticker pack');
      if (stickers && !(await this.stickers.replaceStickers(id, stickers))) throw notFound('Sticker');
      const data = { pack_id: id, ...pack, ...(stickers && { stickers: stickers.length }) };
      this.record('admin.sticker_pack_updated', adminId, data);
      return new RawJson(`{"pack":${await this.stickers.show(id)}}`);
    });
  }

  delete(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.stickers.delete(id))) throw notFound('Sticker pack');
      this.record('admin.sticker_pack_deleted', adminId, { pack_id: id });
    });
  }

  private record(type: string, actor_id: string, data: object): void {
    this.events.record({ type, actor_id, data, staff: true });
  }
}
