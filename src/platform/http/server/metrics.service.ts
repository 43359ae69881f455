import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { TransactionFigures } from '../../database/shared-transactions.js';

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

  private readonly sharedWorks = new Histogram({
    name: 'database_shared_transaction_works',
    help: 'Small writes that one shared transaction has committed together',
    buckets: [2, 4, 8, 16, 32],
    registers: [this.registry],
  });
  private readonly sharedFailures = new Counter({
    name: 'database_shared_transactions_failed_total',
    help: 'Shared transactions that were rolled back: their writes ran again, each alone',
    labelNames: ['kind', 'code'],
    registers: [this.registry],
  });
  private readonly retries = new Counter({
    name: 'database_transactions_retried_total',
    help: 'Transactions that PostgreSQL rolled back and that ran again, by the SQLSTATE: 40P01 is a deadlock',
    labelNames: ['code'],
    registers: [this.registry],
  });
  readonly transactions: TransactionFigures = {
    shared: (works) => this.sharedWorks.observe(works),
    ranAlone: (kinds, code) => this.sharedFailures.inc({ kind: kinds.join(' '), code }),
    retried: (code) => this.retries.inc({ code }),
  };

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
