import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { StickerPackCreated, StickerPackDeleted, StickerPackUpdated } from '../community.events.js';
import { StickerPackRepository } from './sticker-pack.repository.js';
import type { NewPackInput, PackInput } from './stickers.dto.js';

@Injectable()
export class StickersService {
  constructor(
    private readonly packs: StickerPackRepository,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(): Promise<RawJson> {
    return new RawJson(`{"packs":${await this.packs.list()}}`);
  }

  create(adminId: string, { name, thumbnail_url, stickers = [] }: NewPackInput): Promise<RawJson> {
    return this.database.transaction(async () => {
      const id = await this.packs.write({ name, thumbnail_url: thumbnail_url ?? stickers[0]?.image_url });
      // A new pack has no stickers yet, so every given id is refused.
      if (!(await this.packs.replaceStickers(id, stickers))) throw notFound('Sticker');
      this.events.announce(StickerPackCreated, { pack_id: id, name, stickers: stickers.length }, adminId);
      return asAnswer(new RawJson(`{"pack":${await this.packs.show(id)}}`));
    });
  }

  update(id: string, adminId: string, { stickers, ...pack }: PackInput): Promise<RawJson> {
    return this.database.transaction(async () => {
      if (!(await this.packs.edit(id, pack))) throw notFound('Sticker pack');
      if (stickers && !(await this.packs.replaceStickers(id, stickers))) throw notFound('Sticker');
      const data = { pack_id: id, ...pack, ...(stickers && { stickers: stickers.length }) };
      this.events.announce(StickerPackUpdated, data, adminId);
      return new RawJson(`{"pack":${await this.packs.show(id)}}`);
    });
  }

  delete(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (!(await this.packs.delete({ id }))) throw notFound('Sticker pack');
      this.events.announce(StickerPackDeleted, { pack_id: id }, adminId);
    });
  }
}
