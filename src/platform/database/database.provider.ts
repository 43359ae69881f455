import { availableParallelism } from 'node:os';
import { Logger, type Provider } from '@nestjs/common';
import { Runtime } from '../config/runtime.js';
import { ReadinessService } from '../http/health/readiness.service.js';
import { MetricsService } from '../http/server/metrics.service.js';
import { anotherPool, openDataSource, poolOf } from './connection/data-source.js';
import { DatabaseService } from './database.service.js';
import { KeyedReads } from './connection/keyed-reads.js';
import { PipelinedConnection } from './connection/pipelined-connection.js';
import { PipelinedConnections } from './connection/pipelined-connections.js';
import type { Schema } from './database.module.js';
import { sql } from './sql.js';

const ALIVE = sql('database_alive', 'SELECT 1');

/** So many connections for hot reads at most, however many processors there are. */
const MOST_HOT = 4;

export const databaseProviders = (schema: Schema): Provider[] => [
  {
    provide: DatabaseService,
    inject: [Runtime, ReadinessService, MetricsService],
    useFactory: async (
      runtime: Runtime,
      readiness: ReadinessService,
      metrics: MetricsService,
    ): Promise<DatabaseService> => {
      const logger = new Logger('Database');
      let database: DatabaseService | undefined;
      const onLost = ({ message }: Error) => {
        if (!database?.closing) logger.warn(`a connection was lost: ${message}`);
      };
      const { databaseUrl, environment } = runtime;
      const settings = { url: databaseUrl, poolSize: environment.databasePool, onLost };
      const dataSource = await openDataSource(settings, schema);
      const replicas = environment.replicaUrls.map((url) => anotherPool('replica', { ...settings, url }));
      const pipelined = (name: string) =>
        new PipelinedConnection(anotherPool(name, { ...settings, poolSize: 1 }), onLost);
      const keyedReads = new KeyedReads(pipelined('keyed reads'));
      const { usual, reserve } = hotConnections(availableParallelism());
      const hotReads = (length: number) => Array.from({ length }, () => pipelined('hot reads'));
      const pool = poolOf(dataSource);
      const hot = new PipelinedConnections(hotReads(usual), hotReads(reserve), pool);
      metrics.addGauge('database_connections', 'Open connections of the pool', () => pool.totalCount);
      metrics.addGauge('database_waiting', 'Requests that wait for a connection', () => pool.waitingCount);
      const made = (database = new DatabaseService(dataSource, pool, keyedReads, hot, replicas, metrics.transactions));
      readiness.addCheck('database', async () => ((await made.rows(ALIVE)).length ? 'ok' : 'down'));
      return made;
    },
  },
];

/**
 * One for two processors, and as many in reserve: PostgreSQL serves each by a process of its own. With more of them, short
 * reads are no faster, and a few callers wait twice as long, because the processes take turns. With fewer, a processor has
 * nothing to do while feeds wait.
 */
function hotConnections(processors: number): { usual: number; reserve: number } {
  const usual = Math.min(MOST_HOT, Math.max(1, Math.floor(processors / 2)));
  return { usual, reserve: Math.min(usual, MOST_HOT - usual, processors - usual) };
}
