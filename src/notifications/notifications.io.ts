import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../platform/http/input/fields.js';
import { NOTIFICATION_TYPES, type NotificationType } from './notification-type.js';

class NotificationAbout {
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
  @IsIn(NOTIFICATION_TYPES) type!: string;
  @Nested(() => NotificationAbout) about!: NotificationAbout;
  /** The newest five. */
  @ListOf(() => NotificationActorView) actors!: NotificationActorView[];
  /** How many different ones there are. */
  @IsInt() actors_count!: number;
  @IsObject() data!: object;
  @Nullable() @Time() read_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class NotificationsAnswer {
  @ListOf(() => NotificationView) notifications!: NotificationView[];
  @Nullable() @IsString() next_cursor!: string | null;
  @IsInt() unread_count!: number;
}

export class ReadNotificationsInput {
  /** Without: all. */
  @Optional() @IsArray() @ArrayMaxSize(500) @Uuid({ each: true }) ids?: string[];
}

export class UnreadCountAnswer {
  @IsInt() unread_count!: number;
}

class NotificationSwitches {}
class NotificationSettings {}
for (const type of NOTIFICATION_TYPES) {
  Optional()(NotificationSwitches.prototype, type);
  IsBoolean()(NotificationSwitches.prototype, type);
  IsBoolean()(NotificationSettings.prototype, type);
}

export class NotificationSettingsInput {
  @Nested(() => NotificationSwitches) settings!: Partial<Record<NotificationType, boolean>>;
}

export class NotificationSettingsAnswer {
  @Nested(() => NotificationSettings) settings!: Record<NotificationType, boolean>;
}
