/** How somebody is called: by his name, or as he calls himself. */
export const personName = (user: string) =>
  `coalesce(nullif(btrim(concat_ws(' ', ${user}.first_name, ${user}.last_name)), ''), ${user}.username)`;
