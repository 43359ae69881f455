import { personBy } from '../../kernel/person.js';

/** Finds a person by id, also when the account is deleted. */
export const person = (id: string) =>
  `coalesce(${personBy(id)},
    json_build_object('id', ${id}, 'username', 'deleted member'))`;
