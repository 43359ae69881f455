import { Module } from '@nestjs/common';
import { schema } from '../platform/database/schema.js';
import { DIRECT } from './direct.part.js';
import { LIFE } from './life.part.js';
import { CommunityBase1790000012000 } from './migrations/1790000012000-community-base.js';
import { ROOMS } from './rooms.part.js';

const PARTS = [ROOMS, DIRECT, LIFE];

schema({
  entities: PARTS.flatMap(({ entities }) => entities),
  migrations: [CommunityBase1790000012000, ...PARTS.flatMap(({ migrations }) => migrations)],
});

@Module({
  imports: PARTS.flatMap(({ imports = [] }) => imports),
  controllers: PARTS.flatMap(({ controllers }) => controllers),
  providers: PARTS.flatMap(({ providers }) => providers),
  exports: PARTS.flatMap(({ exports = [] }) => exports),
})
export class CommunityModule {}
