import { Column, Entity } from 'typeorm';
import { Id } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'sticker_packs' })
export class StickerPack {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  /** A path where it is artwork of ours, as of the stickers. */
  @Column({ type: 'text' }) thumbnail_url!: string;
  @Column({ type: 'timestamp with time zone', default: () => 'clock_timestamp()' }) created_at!: Date;
}
