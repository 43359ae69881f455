import { isUnique } from '../../../platform/database/database-error.js';
import { Refusal } from '../../../platform/http/refusal.js';

/** Runs a write whose name is unique. */
export async function named<Row>(thing: 'project' | 'task', write: () => Promise<Row>): Promise<Row> {
  try {
    return await write();
  } catch (error) {
    if (isUnique(error, `${thing}s_name`)) throw new Refusal(409, `A ${thing} with this name exists`);
    throw error;
  }
}
