import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../../platform/database/columns.js';
import { ProductLicense } from './product-license.entity.js';

/** A machine on which a license is in use. */
@Entity({ schema: 'ext_products', name: 'license_activations' })
@Index('license_activations_once', ['license_id', 'instance'], { unique: true })
export class LicenseActivation {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => ProductLicense, { onDelete: 'CASCADE' }) license_id!: string;
  @Column({ type: 'text' }) instance!: string;
  @Moment({ default: () => 'now()' }) last_seen_at!: Date;
  @CreatedAt() created_at!: Date;
}
