import { IsBoolean, IsInt } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { IsPlainObject } from '../../../platform/http/fields.js';
import { viewOf } from '../../kernel/rows/view.js';
import { Block } from '../entities/block.entity.js';
import type { BlockData } from './block-kinds.js';

export class BlockView extends viewOf(Block, { without: ['removed_at'] }) {
  @IsPlainObject() @JSONSchema({ type: 'object' }) declare data: BlockData;
  /** Shown right now, if the page is published. */
  @IsBoolean() live!: boolean;
}

export class CountedBlock extends BlockView {
  /** Of the last 30 days. */
  @IsInt() clicks!: number;
}

export class PublicBlockView extends viewOf(Block, {
  only: ['id', 'kind', 'title', 'url', 'is_featured'],
}) {
  @IsPlainObject() @JSONSchema({ type: 'object' }) data!: BlockData;
}
