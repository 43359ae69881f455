import { Controller, Get, Req, Res } from '@nestjs/common';
import { IsIn, IsObject } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Request, Response } from 'express';
import { Access } from '../../access/access.js';
import { Uncounted } from '../../limits/rate-limit.guard.js';
import { Drain } from '../drain.js';
import { AlsoAnswers, Answers, Summary } from '../endpoint.js';
import { Metrics } from '../metrics.js';
import { notFound } from '../refusal.js';
import { Readiness } from './readiness.js';

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
  constructor(
    private readonly readiness: Readiness,
    private readonly drain: Drain,
    private readonly metrics: Metrics,
  ) {}

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
    const dependencies = await this.readiness.states();
    const ok = !this.drain.started && !Object.values(dependencies).includes('down');
    response.status(ok ? 200 : 503);
    return { status: ok ? 'ok' : 'unavailable', dependencies };
  }

  /** For the collector on this machine or network; whoever comes through a proxy finds nothing here. */
  @Get('metrics')
  async figures(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (request.headers['x-forwarded-for'] || !isNear(request.socket.remoteAddress)) throw notFound('Page');
    response.setHeader('Content-Type', this.metrics.registry.contentType);
    response.end(await this.metrics.registry.metrics());
  }
}

const NEAR = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^(::1$|f[cd])/i;
const isNear = (address: string | undefined) => address !== undefined && NEAR.test(address);
