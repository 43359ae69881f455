import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Owner } from '../../../src/platform/database/columns.js';

@Entity({ schema: 'ext_hello', name: 'greetings' })
export class Greeting {
  @Id() id!: string;
  @Owner() owner_id!: string;
  @Column({ type: 'uuid', nullable: true }) friend_id!: string | null;
  @Column({ type: 'text' }) words!: string;
  @Column({ type: 'int', default: 0 }) visits!: number;
  @CreatedAt() created_at!: Date;
}

/** The names of its table and its parent's are longer than the name of a statement. */
@Entity({ schema: 'ext_hello', name: 'letters_that_were_never_sent' })
export class Letter {
  @Id() id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey('Greeting', { onDelete: 'CASCADE' })
  @Index()
  greeting_id!: string;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_hello', name: 'replies' })
export class GreetingReply {
  @Id() id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey('Greeting', { onDelete: 'CASCADE' })
  @Index()
  greeting_id!: string;
  @Column({ type: 'text' }) words!: string;
  @CreatedAt() created_at!: Date;
}
