import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { jsonList, jsonObject } from '../../platform/database/json.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { keptAddress, wholeAddress } from '../artwork/whole-address.sql.js';
import type { StickerInput } from './stickers.io.js';

interface Pack {
  name?: string;
  thumbnail_url?: string;
}

/** `base` is a parameter such as $1, the PUBLIC_URL. */
const pack = (base: string) => {
  const image_url = wholeAddress('s.image_url', base);
  const sticker = jsonObject({ id: 's.id', name: 's.name', image_url });
  return jsonObject({
    id: 'p.id',
    name: 'p.name',
    thumbnail_url: wholeAddress('p.thumbnail_url', base),
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
const INSERT = sql(
  'sticker_pack_insert',
  `INSERT INTO community.sticker_packs (name, thumbnail_url)
   SELECT $1, coalesce($2, '/v1/community/artwork/stickers.svg') RETURNING id`,
);
const UPDATE = sql(
  'sticker_pack_update',
  `UPDATE community.sticker_packs SET name = coalesce($2, name), thumbnail_url = coalesce($3, thumbnail_url)
   WHERE id = $1`,
);
const DELETE = sql('sticker_pack_delete', 'DELETE FROM community.sticker_packs WHERE id = $1');
const REMOVE = sql(
  'stickers_remove',
  'DELETE FROM community.stickers WHERE pack_id = $1 AND NOT id = ANY ($2::uuid[])',
);
const GIVEN = `jsonb_array_elements($2::jsonb) WITH ORDINALITY given(sticker, position)`;
const KEEP = sql(
  'stickers_keep',
  `UPDATE community.stickers s
   SET name = sticker->>'name', image_url = sticker->>'image_url', position = given.position
   FROM ${GIVEN} WHERE s.id = (sticker->>'id')::uuid AND s.pack_id = $1`,
);
const ADD = sql(
  'stickers_add',
  `INSERT INTO community.stickers (pack_id, position, name, image_url)
   SELECT $1, position, sticker->>'name', sticker->>'image_url' FROM ${GIVEN} WHERE sticker->>'id' IS NULL`,
);

@Injectable()
export class StickerRepository extends Repository {
  private readonly base: string;

  constructor(database: Database, config: Config) {
    super(database);
    this.base = config.publicUrl;
  }

  /** As JSON. */
  async all(): Promise<string> {
    return ((await this.one<{ json: string }>(ALL, this.base)) as { json: string }).json;
  }

  async show(id: string): Promise<string> {
    return ((await this.one<{ json: string }>(SHOW, id, this.base)) as { json: string }).json;
  }

  async insert({ name, thumbnail_url }: Pack): Promise<string> {
    const made = await this.one<{ id: string }>(INSERT, name, this.kept(thumbnail_url));
    return (made as { id: string }).id;
  }

  /** Locks the pack; false where there is none. */
  async update(id: string, { name, thumbnail_url }: Pack): Promise<boolean> {
    return (await this.count(UPDATE, id, name ?? null, this.kept(thumbnail_url))) > 0;
  }

  async delete(id: string): Promise<boolean> {
    return (await this.count(DELETE, id)) > 0;
  }

  /** These are all of them from now on. False where one is named that is not in the pack. */
  async fill(packId: string, stickers: StickerInput[]): Promise<boolean> {
    const known = stickers.flatMap(({ id }) => id ?? []);
    const given = JSON.stringify(
      stickers.map(({ image_url, ...sticker }) => ({ ...sticker, image_url: this.kept(image_url) })),
    );
    await this.count(REMOVE, packId, known);
    const kept = await this.count(KEEP, packId, given);
    await this.count(ADD, packId, given);
    return kept === known.length;
  }

  private kept(address: string | undefined): string | null {
    return keptAddress(address, this.base) ?? null;
  }
}
