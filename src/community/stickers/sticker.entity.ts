import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'stickers' })
@Index('stickers_of_pack', ['pack_id', 'position'])
export class Sticker {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('StickerPack', { onDelete: 'CASCADE' }) pack_id!: string;
  @Column({ type: 'smallint' }) position!: number;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) image_url!: string;
}
