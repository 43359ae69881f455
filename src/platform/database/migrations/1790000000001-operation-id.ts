import { SqlMigration } from '../sql-migration.js';

export class OperationId1790000000001 extends SqlMigration {
  protected readonly apply = [
    'ALTER TABLE platform.idempotent_answers ADD operation_id uuid NOT NULL DEFAULT platform.uuid_v7()',
  ];
  protected readonly revert = ['ALTER TABLE platform.idempotent_answers DROP operation_id'];
}
