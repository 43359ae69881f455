import { MetricsService } from '../../src/platform/http/server/metrics.service.js';
import type { TestService } from './service.js';

/** How many transactions of the service ran again after a deadlock. */
export async function deadlocks({ app }: Pick<TestService, 'app'>): Promise<number> {
  const { registry } = app.get(MetricsService, { strict: false });
  const retries = await registry.getSingleMetric('database_transactions_retried_total')?.get();
  return retries?.values.find(({ labels }) => labels.code === '40P01')?.value ?? 0;
}
