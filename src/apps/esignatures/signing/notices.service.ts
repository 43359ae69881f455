import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AuditService } from '../audit/audit.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import type { Signer } from '../entities/signer.entity.js';

const TEXTS = {
  requested: 'You are asked to sign.',
  reminder: 'Your signature is still missing.',
  viewed: 'The documents were opened.',
  signed: 'The documents were signed.',
  declined: 'A signer has declined.',
  voided: 'The sender has voided the envelope.',
  expired: 'The envelope has expired.',
  completed: 'All have signed. The sealed document is ready.',
  seal_failed: 'The document could not be sealed. Send the envelope again to try once more.',
  code_failed: 'A signer has entered a wrong access code five times.',
} as const;

type Event = keyof typeof TEXTS;
type Told = Pick<Envelope, 'id' | 'title' | 'owner_id'>;

/** Notifies people with an account of what happens to an envelope. */
@AppProvider()
export class NoticesService {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly audit: AuditService,
  ) {}

  /** Those whose turn it has become. */
  async ask(envelope: Envelope, signers: Signer[]): Promise<void> {
    const members = signers.filter(({ user_id }) => user_id !== null);
    await this.audit.add(
      envelope,
      members.map(({ id }) => ({ event: 'notified', signer_id: id })),
    );
    this.tell(envelope, 'requested', members);
  }

  tell({ id, title }: Told, event: Event, signers: Pick<Signer, 'user_id'>[], actor_id?: string): void {
    const users = signers.flatMap(({ user_id }) => user_id ?? []);
    this.notifications.notifyMany(users, this.notice(event, title, { envelope_id: id }, actor_id));
  }

  tellSender({ id, title, owner_id }: Told, event: Event, signer?: Signer, actor_id?: string): void {
    const data = { envelope_id: id, signer_id: signer?.id, signer: signer?.name };
    this.notifications.notify(owner_id, this.notice(event, title, data, actor_id));
  }

  private notice(event: Event, title: string, data: object, actor_id?: string) {
    return { type: `esignatures.${event}`, title, body: TEXTS[event], data, actor_id } as const;
  }
}
