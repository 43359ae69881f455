import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that a trigger counts on whenever the censors change. */
@Entity({ schema: 'moderation', name: 'censors_version' })
@Check('censors_version_id_check', 'id')
export class CensorsVersion {
  @PrimaryColumn({ type: 'boolean', default: true }) id!: boolean;
  @Column({ type: 'bigint', default: 0 }) version!: string;
}
