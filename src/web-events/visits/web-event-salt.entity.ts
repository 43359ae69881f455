import { Column, Entity } from 'typeorm';

/** What makes one day's visitors tell apart. Once it is deleted, no hash of that day leads back to anybody. */
@Entity({ schema: 'platform', name: 'web_event_salts' })
export class WebEventSalt {
  @Column({ type: 'date', primary: true }) day!: string;
  @Column({ type: 'bytea' }) salt!: Buffer;
}
