import { Injectable } from '@nestjs/common';
import { Runtime } from '../../platform/config/runtime.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { jsonList, jsonObject, sql } from '../../platform/database/sql.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { storedAddress, absoluteAddress } from '../artwork/artwork.js';
import { StickerPack } from './sticker.entity.js';
import type { NewPackInput, PackInput, StickerInput } from './stickers.dto.js';

const DEFAULT_THUMBNAIL = '/v1/community/artwork/stickers.svg';

/** JSON expression; `base` is the parameter that holds PUBLIC_URL, such as `$1`. */
const pack = (base: string) => {
  const image_url = absoluteAddress('s.image_url', base);
  const sticker = jsonObject({ id: 's.id', name: 's.name', image_url });
  return jsonObject({
    id: 'p.id',
    name: 'p.name',
    thumbnail_url: absoluteAddress('p.thumbnail_url', base),
    stickers: `(SELECT ${jsonList(sticker, 's.position, s.id')} FROM community.stickers s WHERE s.pack_id = p.id)`,
  });
};

const ALL = sql(
  'sticker_packs',
  `SELECT ${jsonList(pack('$1'), 'p.created_at, p.id')}::text AS json FROM community.sticker_packs p`,
);
const SHOW = sql(
  'sticker_pack_show',
  `SELECT ${pack('$2')}::text AS json FROM community.sticker_packs p WHERE p.id = $1`,
);
const REMOVE_STICKERS = sql(
  'stickers_remove',
  'DELETE FROM community.stickers WHERE pack_id = $1 AND NOT id = ANY ($2::uuid[])',
);
const GIVEN = `jsonb_array_elements($2::jsonb) WITH ORDINALITY given(sticker, position)`;
const UPDATE_STICKERS = sql(
  'stickers_keep',
  `UPDATE community.stickers s
   SET name = sticker->>'name', image_url = sticker->>'image_url', position = given.position
   FROM ${GIVEN} WHERE s.id = (sticker->>'id')::uuid AND s.pack_id = $1`,
);
const ADD_STICKERS = sql(
  'stickers_add',
  `INSERT INTO community.stickers (pack_id, position, name, image_url)
   SELECT $1, position, sticker->>'name', sticker->>'image_url' FROM ${GIVEN} WHERE sticker->>'id' IS NULL`,
);

@Injectable()
export class StickerPackRepository extends EntityRepository<StickerPack> {
  protected readonly entity = StickerPack;

  constructor(
    database: DatabaseService,
    private readonly runtime: Runtime,
  ) {
    super(database);
  }

  /** All packs as JSON. */
  async list(): Promise<string> {
    return (await this.onlyOne<{ json: string }>(ALL, this.base)).json;
  }

  async show(id: string): Promise<string> {
    return (await this.onlyOne<{ json: string }>(SHOW, id, this.base)).json;
  }

  async write({ name, thumbnail_url }: Pick<NewPackInput, 'name' | 'thumbnail_url'>): Promise<string> {
    const thumbnail = storedAddress(thumbnail_url, this.base) ?? DEFAULT_THUMBNAIL;
    return (await this.insert({ name, thumbnail_url: thumbnail })).id;
  }

  /** Locks the pack. Returns false when it does not exist. */
  async edit(id: string, { name, thumbnail_url }: Omit<PackInput, 'stickers'>): Promise<boolean> {
    // `id` keeps the statement valid where nothing else is given.
    return (await this.update({ id }, { id, name, thumbnail_url: storedAddress(thumbnail_url, this.base) })) > 0;
  }

  /** Replaces the stickers of the pack. Returns false when a given id does not belong to the pack. */
  async replaceStickers(packId: string, stickers: StickerInput[]): Promise<boolean> {
    const known = stickers.flatMap(({ id }) => id ?? []);
    const given = JSON.stringify(
      stickers.map(({ image_url, ...sticker }) => ({ ...sticker, image_url: storedAddress(image_url, this.base) })),
    );
    await this.count(REMOVE_STICKERS, packId, known);
    const kept = await this.count(UPDATE_STICKERS, packId, given);
    await this.count(ADD_STICKERS, packId, given);
    return kept === known.length;
  }

  private get base(): string {
    return this.runtime.publicUrl;
  }
}
