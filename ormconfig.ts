import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { schemaOfService } from './src/app.module.js';
import { dataSourceOptions } from './src/platform/database/connection/data-source.js';

/** For TypeORM's own command line: DATABASE_URL=… npx typeorm schema:log -d ormconfig.js */
export default new DataSource(
  dataSourceOptions(
    {
      url: process.env.DATABASE_URL ?? 'postgres://localhost/community_platform',
      poolSize: 2,
      onLost: () => undefined,
    },
    schemaOfService(),
  ),
);
