import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Administration1790000002003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX users_with_role ON account.users (role, created_at, id) WHERE role <> 'user'`);
    await runner.query(
      `CREATE INDEX users_shut_out ON account.users (user_status, created_at, id) WHERE user_status <> 'active'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX account.users_with_role, account.users_shut_out');
  }
}
