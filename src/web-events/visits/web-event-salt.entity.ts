import { Column, Entity } from 'typeorm';

/** The secret salt of one day. After it is deleted, no hash of that day can be linked to a visitor. */
@Entity({ schema: 'platform', name: 'web_event_salts' })
export class WebEventSalt {
  @Column({ type: 'date', primary: true }) day!: string;
  @Column({ type: 'bytea' }) salt!: Buffer;
}
