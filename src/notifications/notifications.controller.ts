import { Body, Controller, Get, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../platform/access/access.js';
import { type Caller, TheCaller } from '../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../platform/http/endpoint.js';
import { ListQuery } from '../platform/http/input/fields.js';
import { Realtime } from '../realtime/realtime.js';
import { InboxRepository } from './inbox.repository.js';
import { KeepInbox } from './keep-inbox.js';
import { presentNotification } from './notification.presenter.js';
import { NotificationRepository } from './notification.repository.js';
import { NotificationSwitches } from './notification-switches.js';
import {
  NotificationsAnswer,
  NotificationSettingsAnswer,
  NotificationSettingsInput,
  ReadNotificationsInput,
  UnreadCountAnswer,
} from './notifications.io.js';

@Controller('v1/notifications')
@Access('user')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly keep: KeepInbox,
    private readonly realtime: Realtime,
    private readonly switches: NotificationSwitches,
  ) {}

  @Get()
  @Summary('What concerns the caller, newest activity first')
  @Answers(200, NotificationsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(
    @Query() query: ListQuery,
    @TheCaller() { id }: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationsAnswer> {
    response.setHeader('X-Realtime-Position', await this.realtime.position(`user:${id}`));
    const { rows, next_cursor } = await this.notifications.ofUser(id, query);
    const unread_count = await this.inboxes.unreadCount(id);
    return { notifications: rows.map(presentNotification), next_cursor, unread_count };
  }

  @Post('read')
  @Summary('Mark notifications as read: the given ones, or all')
  @Answers(200, UnreadCountAnswer)
  async read(
    @Body() { ids }: ReadNotificationsInput,
    @TheCaller() caller: Caller,
  ): Promise<UnreadCountAnswer> {
    return { unread_count: await this.keep.read(caller.id, ids) };
  }

  @Get('settings')
  @Summary('Which notifications the caller wants')
  @Answers(200, NotificationSettingsAnswer)
  async settings(@TheCaller() caller: Caller): Promise<NotificationSettingsAnswer> {
    return { settings: this.switches.present(await this.inboxes.switchedOff(caller.id)) };
  }

  @Patch('settings')
  @Summary('Switch kinds of notifications on and off, and those of an app together: `app:<slug>`')
  @Answers(200, NotificationSettingsAnswer)
  async change(
    @Body() { settings }: NotificationSettingsInput,
    @TheCaller() caller: Caller,
  ): Promise<NotificationSettingsAnswer> {
    const switchedOff = await this.keep.switch(caller.id, this.switches.read(settings));
    return { settings: this.switches.present(switchedOff) };
  }
}
