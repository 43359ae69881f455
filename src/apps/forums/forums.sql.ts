import { personBy } from '../kernel/rows/person.js';

/** The person JSON by user id, also when the account is deleted. */
export const person = (id: string) =>
  `coalesce(${personBy(id)},
    json_build_object('id', ${id}, 'username', 'deleted member'))`;

/** True for rows of members who have neither left nor been banned. */
export const IS_MEMBER = (m: string) => `(${m}.left_at IS NULL AND NOT ${m}.banned)`;
