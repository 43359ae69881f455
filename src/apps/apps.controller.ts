import { Body, Controller, Get, HttpCode, Inject, Post, Req, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import { EventsService } from '../events/events.service.js';
import { Access, type Caller, TheCaller } from '../platform/access/access.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { Answers, OperationId, Refuses, Summary } from '../platform/http/endpoint.js';
import { BodyAfter } from '../platform/http/input/body.guard.js';
import { jsonWith, RawJson } from '../platform/http/raw-json.js';
import { notFound } from '../platform/http/refusal.js';
import { AppsAnswer, InstalledAnswer, InstallInput } from './apps.dto.js';
import { ActionGuard, calledBy } from './kernel/calls/action.guard.js';
import { ActionIdempotencyInterceptor } from './kernel/calls/action-idempotency.interceptor.js';
import { InstallationsRepository } from './kernel/installations.repository.js';
import { manifestJson } from './kernel/manifest.js';
import { Pipeline } from './kernel/calls/pipeline.js';
import { APP_REGISTRY, type AppRegistry, type RegisteredApp } from './kernel/registry.js';
import { visitorOf } from './kernel/calls/visitor.js';

@Controller('v1/apps')
export class AppsController {
  constructor(
    @Inject(APP_REGISTRY) private readonly registry: AppRegistry,
    private readonly installations: InstallationsRepository,
    private readonly pipeline: Pipeline,
    private readonly database: DatabaseService,
    private readonly outbox: EventsService,
  ) {}

  @Get('available')
  @Access('none')
  @Summary('All apps with their manifests')
  @Answers(200, AppsAnswer)
  async available(@TheCaller() caller: Caller | undefined): Promise<RawJson> {
    const own = caller ? await this.installations.all(caller.id) : undefined;
    const apps = this.registry.all().map((app) => {
      const manifest = manifestJson(app);
      return own ? jsonWith(manifest, { installed: String(own.has(app.slug)) }) : manifest;
    });
    return new RawJson(`{"apps":[${apps.join(',')}]}`);
  }

  @Post('install')
  @Access('user')
  @Summary('Take an app into use; what was kept there before is there again')
  @Answers(200, InstalledAnswer)
  @Refuses(404, 'App not found')
  async install(@Body() { slug }: InstallInput, @TheCaller() { id }: Caller): Promise<InstalledAnswer> {
    const app = this.app(slug);
    await this.database.transaction(async () => {
      if (await this.installations.add(id, slug)) this.record('app.installed', id, slug);
    });
    return { message: 'App installed', app: { slug, name: app.name, installed: true } };
  }

  @Post('uninstall')
  @Access('user')
  @Summary('Take an app out of use; what is kept there stays')
  @Answers(200, InstalledAnswer)
  @Refuses(404, 'App not found')
  async uninstall(@Body() { slug }: InstallInput, @TheCaller() { id }: Caller): Promise<InstalledAnswer> {
    const app = this.app(slug);
    await this.database.transaction(async () => {
      if (await this.installations.remove(id, slug)) this.record('app.uninstalled', id, slug);
    });
    return { message: 'App uninstalled', app: { slug, name: app.name, installed: false } };
  }

  /** Each action is described by itself, with its input and its result. */
  @Post(':slug/:action')
  @Access('none')
  @HttpCode(200)
  @BodyAfter(ActionGuard)
  @UseInterceptors(ActionIdempotencyInterceptor)
  run(@Req() request: Request, @Body() body: unknown, @OperationId() operationId: string): Promise<object> {
    const caller = request.user as Caller | undefined;
    const visitor = visitorOf(request);
    return this.pipeline.run({ ...calledBy(request), caller, body, visitor, operationId });
  }

  private app(slug: string): RegisteredApp {
    const app = this.registry.find(slug);
    if (!app) throw notFound('App');
    return app;
  }

  private record(type: string, actor_id: string, app: string): void {
    this.outbox.record({ type, actor_id, data: { app } });
  }
}
