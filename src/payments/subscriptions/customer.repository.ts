import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';

const OF_USER = sql('customer_of_user', 'SELECT processor_customer_id FROM payments.customers WHERE user_id = $1');
const USER = sql('customer_user', 'SELECT user_id FROM payments.customers WHERE processor_customer_id = $1');
const INSERT = sql(
  'customer_insert',
  `INSERT INTO payments.customers (user_id, processor_customer_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
);

@Injectable()
export class CustomerRepository extends BaseRepository {
  async findByUser(userId: string): Promise<string | undefined> {
    return (await this.one<{ processor_customer_id: string }>(OF_USER, userId))?.processor_customer_id;
  }

  async findUser(customerId: string): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(USER, customerId))?.user_id;
  }

  async insert(userId: string, customerId: string): Promise<void> {
    await this.count(INSERT, userId, customerId);
  }
}
