import { Uuid } from '../../../platform/http/fields.js';
import { viewOf } from '../../kernel/rows/view.js';
import { Secret } from '../entities/workflow.entity.js';

/** Never the value. */
export class SecretView extends viewOf(Secret, { without: ['owner_id', 'ciphertext', 'key_id'] }) {}

export class ListedSecretView extends SecretView {
  /** Active workflows. */
  @Uuid({ each: true }) used_by!: string[];
}
