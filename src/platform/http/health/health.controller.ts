import { Controller, Get, Req, Res } from '@nestjs/common';
import { IsIn, IsObject } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Request, Response } from 'express';
import { Environment } from '../../config/environment.js';
import { Access } from '../../access/access.js';
import { Uncounted } from '../../limits/rate-limit.guard.js';
import { ShutdownService } from '../server/shutdown.service.js';
import { AlsoAnswers, Answers, Summary } from '../endpoint.js';
import { MetricsService } from '../server/metrics.service.js';
import { Networks } from '../networks.js';
import { notFound } from '../refusal.js';
import { ReadinessService } from './readiness.service.js';

export class Health {
  @IsIn(['ok']) status!: string;
}

export class ReadinessAnswer {
  @IsIn(['ok', 'unavailable']) status!: string;
  @IsObject()
  @JSONSchema({ additionalProperties: { type: 'string', enum: ['ok', 'down', 'not configured'] } })
  dependencies!: Record<string, string>;
}

@Controller()
@Access('none')
@Uncounted()
export class HealthController {
  private readonly collectors: Networks;

  constructor(
    private readonly readiness: ReadinessService,
    private readonly shutdown: ShutdownService,
    private readonly metrics: MetricsService,
    { metricsFrom }: Environment,
  ) {
    this.collectors = new Networks(metricsFrom);
  }

  @Get('v1/health')
  @Summary('Whether the process serves')
  @Answers(200, Health)
  health(): Health {
    return { status: 'ok' };
  }

  @Get('v1/health/ready')
  @Summary('Whether what it depends on is there')
  @Answers(200, ReadinessAnswer)
  @AlsoAnswers(503, ReadinessAnswer)
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessAnswer> {
    const dependencies = await this.readiness.readStates();
    const ok = !this.shutdown.started && !Object.values(dependencies).includes('down');
    response.status(ok ? 200 : 503);
    return { status: ok ? 'ok' : 'unavailable', dependencies };
  }

  /**
   * Metrics for the collectors of METRICS_FROM. A private address is not sufficient: behind the port mapping
   * of a container every caller from the internet has one. Requests that a proxy forwards are refused.
   */
  @Get('metrics')
  async figures(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { headers, socket } = request;
    if (headers['x-forwarded-for'] || !this.collectors.has(socket.remoteAddress)) throw notFound('Page');
    response.setHeader('Content-Type', this.metrics.registry.contentType);
    response.end(await this.metrics.registry.metrics());
  }
}
