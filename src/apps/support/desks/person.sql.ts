/** The shown name: the person's name, or their username. */
export const personName = (user: string) =>
  `coalesce(nullif(btrim(concat_ws(' ', ${user}.first_name, ${user}.last_name)), ''), ${user}.username)`;
