import { type Effect, effectOf } from '../events/define-event.js';
import type { NotificationAbout } from './notifications.dto.js';
import { type Notice, NotificationsService } from './notifications.service.js';

type ByActor<Of extends { actor_id: unknown }> = Omit<Of, 'actor_id'> & Partial<Pick<Of, 'actor_id'>>;

/** Notifies the recipient; the actor is that of the event if the notice names none. */
export const notify = (notice: ByActor<Notice>): Effect =>
  effectOf(NotificationsService, (notifications, actor_id) => notifications.notify({ actor_id, ...notice }));

export const withdraw = (notice: Notice & { actor_id: string }): Effect =>
  effectOf(NotificationsService, (notifications) => notifications.withdraw(notice));

export const forget = (about: { kind: string; id: string | string[] }): Effect =>
  effectOf(NotificationsService, (notifications) => notifications.forget(about));

export const unlink = (about: NotificationAbout, field: string, value: string): Effect =>
  effectOf(NotificationsService, (notifications) => notifications.unlink(about, field, value));
