import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'sticker_packs' })
export class StickerPack {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  /** A path when the image is artwork of the service, otherwise an address. The images of stickers are the same. */
  @Column({ type: 'text' }) thumbnail_url!: string;
  @Column({ type: 'timestamp with time zone', default: () => 'clock_timestamp()' }) created_at!: Date;
}

@Entity({ schema: 'community', name: 'stickers' })
@Index('stickers_of_pack', ['pack_id', 'position'])
export class Sticker {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('StickerPack', { onDelete: 'CASCADE' }) pack_id!: string;
  @Column({ type: 'smallint' }) position!: number;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) image_url!: string;
}
