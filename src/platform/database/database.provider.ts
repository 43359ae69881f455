import { availableParallelism } from 'node:os';
import { Logger, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Runtime } from '../config/runtime.js';
import { ReadinessService } from '../http/health/readiness.service.js';
import { MetricsService } from '../http/server/metrics.service.js';
import { anotherPool, dataSourceOptions, poolOf } from './connection/data-source.js';
import { DatabaseService } from './database.service.js';
import { KeyedReads } from './connection/keyed-reads.js';
import { PipelinedConnection } from './connection/pipelined-connection.js';
import { PipelinedConnections } from './connection/pipelined-connections.js';
import type { Schema } from './database.module.js';
import { sql } from './sql.js';

const ALIVE = sql('database_alive', 'SELECT 1');

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
      const onPoolError = ({ message }: Error) => {
        if (!database?.closing) logger.warn(`a connection was lost: ${message}`);
      };
      const { databaseUrl, environment } = runtime;
      const settings = { url: databaseUrl, poolSize: environment.databasePool, onPoolError };
      const dataSource = await new DataSource(dataSourceOptions(settings, schema)).initialize();
      const replicas = environment.replicaUrls.map((url) => anotherPool('replica', { ...settings, url }));
      const pipelined = (name: string) => new PipelinedConnection(anotherPool(name, { ...settings, poolSize: 1 }));
      const keyedReads = new KeyedReads(pipelined('keyed reads'));
      const hot = new PipelinedConnections(Array.from({ length: hotConnections() }, () => pipelined('hot reads')));
      const pool = poolOf(dataSource);
      metrics.addGauge('database_connections', 'Open connections of the pool', () => pool.totalCount);
      metrics.addGauge('database_waiting', 'Requests that wait for a connection', () => pool.waitingCount);
      const made = (database = new DatabaseService(
        dataSource,
        pool,
        keyedReads,
        hot,
        replicas,
        metrics.sharedTransactions,
      ));
      readiness.addCheck('database', async () => ((await made.rows(ALIVE)).length ? 'ok' : 'down'));
      return made;
    },
  },
];

/**
 * One for two processors: PostgreSQL serves each by a process of its own. More of them on two processors are no faster, and
 * a few callers wait twice as long, because the processes take turns.
 */
function hotConnections(): number {
  return Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
}
