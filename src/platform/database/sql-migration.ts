import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that runs a list of statements in each direction. */
export abstract class SqlMigration implements MigrationInterface {
  protected abstract readonly apply: readonly string[];
  protected abstract readonly revert: readonly string[];

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, this.apply);
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(runner, this.revert);
  }
}

async function runAll(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await runner.query(statement);
}
