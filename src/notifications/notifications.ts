import { Injectable } from '@nestjs/common';
import { Outbox } from '../events/outbox.js';
import { InboxRepository } from './inbox.repository.js';
import { presentSettings } from './notification.presenter.js';
import { type About, NotificationRepository } from './notification.repository.js';
import type { NotificationType } from './notification-type.js';

export interface Notice {
  /** Who hears of it. */
  user_id: string;
  /** Who did it; null where nobody did. */
  actor_id: string | null;
  type: NotificationType;
  about: About;
  /** What a client needs beside to show it; of a group, that of the newest. */
  data?: object;
}

/** Tells people what concerns them: all of it inside the transaction of whatever happened. */
@Injectable()
export class Notifications {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Never to oneself, and not what he has switched off; whether the two may meet at all, the caller knows. */
  async notify({ user_id, actor_id, type, about, data = {} }: Notice): Promise<void> {
    if (user_id === actor_id) return;
    const told = await this.notifications.add({ user_id, type, about }, actor_id, data);
    if (!told) return;
    await this.outbox.record({
      type: told.is_new ? 'notification.created' : 'notification.updated',
      actor_id,
      data: { id: told.id, user_id, type, about },
    });
  }

  /** The actor took back what he did: he leaves the group, and the last one takes it with him. */
  async withdraw({ user_id, actor_id, type, about }: Notice & { actor_id: string }): Promise<void> {
    await this.notifications.withdraw({ user_id, type, about }, actor_id);
  }

  /** The thing is gone, or several of a kind: nobody is to be sent there. */
  async forget({ kind, id }: { kind: string; id: string | string[] }): Promise<void> {
    await this.notifications.forget(kind, [id].flat());
  }

  /** What the copy of an account's data holds of it. */
  async copyOf(userId: string): Promise<object> {
    return {
      settings: presentSettings(await this.inboxes.switchedOff(userId)),
      notifications: await this.notifications.copy(userId),
    };
  }
}
