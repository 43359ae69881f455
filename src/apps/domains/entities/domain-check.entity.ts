import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import type { DnsAnswer } from '../dns/dns-answer.js';
import { Domain, type Problem, type Routing, ROUTINGS } from './domain.entity.js';

export const TRIGGERS = ['added', 'manual', 'scheduled'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** What DNS was asked once, and what it answered. The newest 100 of a domain are kept. */
@Entity({ schema: 'ext_domains', name: 'checks' })
@Check('checks_trigger_check', `trigger IN ('added', 'manual', 'scheduled')`)
@Check('checks_routing_check', `routing IN ('unknown', 'ok', 'proxied', 'wrong', 'missing')`)
@Index('checks_of_domain', ['domain_id', 'created_at'])
export class DomainCheck {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Domain, { onDelete: 'CASCADE' }) domain_id!: string;
  @Choice(TRIGGERS) trigger!: Trigger;
  @Column({ type: 'boolean' }) txt_ok!: boolean;
  /** Unknown: DNS gave no conclusion. */
  @Choice(ROUTINGS) routing!: Routing;
  @Column({ type: 'text', nullable: true }) problem!: Problem | null;
  @Column({ type: 'jsonb' }) answers!: DnsAnswer[];
  @CreatedAt() created_at!: Date;
}
