import { Logger, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/environment.js';
import { Readiness } from '../http/health/readiness.js';
import { Metrics } from '../http/metrics.js';
import { anotherPool, dataSourceOptions, poolOf } from './data-source.js';
import { Database } from './database.js';
import { QuickLane } from './quick-lane.js';
import { sql } from './sql.js';
import './platform.schema.js';

const ALIVE = sql('database_alive', 'SELECT 1');

export const databaseProviders: Provider[] = [
  {
    provide: Database,
    inject: [Config, Readiness, Metrics],
    useFactory: async (config: Config, readiness: Readiness, metrics: Metrics): Promise<Database> => {
      const logger = new Logger('Database');
      let database: Database | undefined;
      const onPoolError = ({ message }: Error) => {
        if (!database?.closing) logger.warn(`a connection was lost: ${message}`);
      };
      const settings = { url: config.databaseUrl as string, poolSize: config.databasePool, onPoolError };
      const dataSource = await new DataSource(dataSourceOptions(settings)).initialize();
      const replicas = config.replicaUrls.map((url) => anotherPool('replica', { ...settings, url }));
      const lane = new QuickLane(anotherPool('quick lane', { ...settings, poolSize: 1 }));
      const pool = poolOf(dataSource);
      metrics.gauge('database_connections', 'Open connections of the pool', () => pool.totalCount);
      metrics.gauge('database_waiting', 'Requests that wait for a connection', () => pool.waitingCount);
      const made = (database = new Database(dataSource, pool, lane, replicas));
      readiness.watch('database', async () => ((await made.rows(ALIVE)).length ? 'ok' : 'down'));
      return made;
    },
  },
];
