import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

let ofProcess: Registry | undefined;

/** One in a process: the observers and timers behind Node.js's own figures do not end with the service that asked. */
function processMetrics(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) });
  return ofProcess;
}

@Injectable()
export class Metrics {
  readonly registry = Registry.merge([processMetrics()]);
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte in to the last byte out',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  request(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status }, seconds);
  }

  /** A figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    });
  }
}
