import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';

interface Profile {
  id: string;
  /** First and last name, or the user name; null if the profile has neither. */
  name: string | null;
  username: string | null;
}

const OF = sql(
  'certificates_profiles',
  `SELECT id, coalesce(nullif(left(trim(concat_ws(' ', first_name, last_name)), 120), ''), username) AS name, username
   FROM account.users WHERE id = ANY ($1::uuid[])`,
);

/** What the profiles of users say of them. */
@AppProvider()
export class ProfileRepository extends BaseRepository {
  /** Ids that belong to nobody are missing. */
  async of(ids: string[]): Promise<Map<string, Profile>> {
    const rows = ids.length ? await this.rows<Profile>(OF, ids) : [];
    return new Map(rows.map((profile) => [profile.id, profile]));
  }
}
