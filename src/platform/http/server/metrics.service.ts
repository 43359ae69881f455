import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

let ofProcess: Registry | undefined;

/**
 * One registry per process, because Node.js's default metrics start observers and timers that do not end with
 * the service.
 */
function processMetrics(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) });
  return ofProcess;
}

@Injectable()
export class MetricsService {
  readonly registry = Registry.merge([processMetrics()]);
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte in to the last byte out',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  recordRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status }, seconds);
  }

  /** A gauge whose value is read when metrics are collected. */
  addGauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    });
  }
}
