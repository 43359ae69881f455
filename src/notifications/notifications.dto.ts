import { ArrayMaxSize, IsArray, IsInt, IsObject, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { pageOf } from '../platform/http/answers.js';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../platform/http/fields.js';
import { APP_TYPE, NOTIFICATION_TYPES } from './notification-type.js';
import type { Notification } from './notification.entity.js';

/** The thing that a notification is about. */
export class NotificationAbout {
  @IsString() kind!: string;
  @Uuid() id!: string;
}

class NotificationActorView {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
  @Nullable() @IsString() first_name!: string | null;
  @Nullable() @IsString() last_name!: string | null;
  @Nullable() @IsString() avatar_url!: string | null;
}

export class NotificationView {
  @Uuid() id!: string;
  @IsString()
  @JSONSchema({ anyOf: [{ enum: [...NOTIFICATION_TYPES] }, { pattern: APP_TYPE.source }] })
  type!: string;
  @Nested(() => NotificationAbout) about!: NotificationAbout;
  /** The newest five. */
  @ListOf(() => NotificationActorView) actors!: NotificationActorView[];
  /** The number of different actors. */
  @IsInt() actors_count!: number;
  @IsObject() data!: object;
  @Nullable() @Time() read_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export type NotificationRow = Omit<Notification, 'user_id'> & Pick<NotificationView, 'actors'>;

export function presentNotification({ about_kind, about_id, ...row }: NotificationRow): NotificationView {
  return { ...row, about: { kind: about_kind, id: about_id } };
}

export class NotificationsAnswer extends pageOf('notifications', () => NotificationView) {
  @IsInt() unread_count!: number;
}

export class ReadNotificationsInput {
  /** Without ids, all are marked. */
  @Optional() @IsArray() @ArrayMaxSize(500) @Uuid({ each: true }) ids?: string[];
}

export class UnreadCountAnswer {
  @IsInt() unread_count!: number;
}

const SWITCH = { type: 'boolean' } as const;
const SWITCHES = {
  properties: Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, SWITCH])),
  /** One setting per app that sends notifications. */
  patternProperties: { '^app:[a-z]+(-[a-z]+)*$': SWITCH },
};

export class NotificationSettingsInput {
  @IsObject() @JSONSchema(SWITCHES) settings!: Record<string, unknown>;
}

export class NotificationSettingsAnswer {
  @IsObject()
  @JSONSchema({ ...SWITCHES, required: [...NOTIFICATION_TYPES], additionalProperties: false })
  settings!: Record<string, boolean>;
}
