import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { StickerRepository } from './sticker.repository.js';
import type { NewPackInput, PackInput } from './stickers.io.js';

/** What staff does with sticker packs. */
@Injectable()
export class KeepStickers {
  constructor(
    private readonly stickers: StickerRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Answers the pack as JSON. */
  create(adminId: string, { name, thumbnail_url, stickers = [] }: NewPackInput): Promise<string> {
    return this.database.transaction(async () => {
      const thumbnail = thumbnail_url ?? stickers[0]?.image_url;
      const id = await this.stickers.insert({ name, thumbnail_url: thumbnail });
      // A new pack has none that could be kept.
      if (!(await this.stickers.fill(id, stickers))) throw notFound('Sticker');
      this.record('admin.sticker_pack_created', adminId, { pack_id: id, name, stickers: stickers.length });
      return this.stickers.show(id);
    });
  }

  update(id: string, adminId: string, { stickers, ...pack }: PackInput): Promise<string> {
    return this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.stickers.update(id, pack))) throw notFound('Sticker pack');
      if (stickers && !(await this.stickers.fill(id, stickers))) throw notFound('Sticker');
      const data = { pack_id: id, ...pack, ...(stickers && { stickers: stickers.length }) };
      this.record('admin.sticker_pack_updated', adminId, data);
      return this.stickers.show(id);
    });
  }

  delete(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.stickers.delete(id))) throw notFound('Sticker pack');
      this.record('admin.sticker_pack_deleted', adminId, { pack_id: id });
    });
  }

  private record(type: string, actor_id: string, data: object): void {
    this.outbox.record({ type, actor_id, data, staff: true });
  }
}
