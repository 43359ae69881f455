import { MetricsService } from '../../src/platform/http/server/metrics.service.js';
import type { TestService } from './service.js';

/** How many transactions of the service ran again after this SQLSTATE. */
export async function retries({ app }: Pick<TestService, 'app'>, code: string): Promise<number> {
  const { registry } = app.get(MetricsService, { strict: false });
  const all = await registry.getSingleMetric('database_transactions_retried_total')?.get();
  return all?.values.find(({ labels }) => labels.code === code)?.value ?? 0;
}

export const deadlocks = (service: Pick<TestService, 'app'>): Promise<number> => retries(service, '40P01');
