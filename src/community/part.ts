import type { ModuleMetadata, Provider, Type } from '@nestjs/common';
import type { Schema } from '../platform/database/schema.js';

/** What one resource brings into the area: `community.module.ts` puts them together. */
export interface Part
  extends Pick<Schema, 'entities' | 'migrations'>, Pick<ModuleMetadata, 'imports' | 'exports'> {
  controllers: Type[];
  providers: Provider[];
}
