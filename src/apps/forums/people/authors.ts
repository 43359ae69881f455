/** Somebody by his id, also when his account is gone. */
export const person = (id: string) =>
  `coalesce((SELECT json_build_object('id', u.id, 'username', u.username) FROM account.users u WHERE u.id = ${id}),
    json_build_object('id', ${id}, 'username', 'deleted member'))`;
