import { signIn } from '../sign-in.mjs';

export const name = 'session';
export const path = '/v1/auth/session';

export async function prepare(here) {
  const { token } = await signIn(here);
  return { headers: { authorization: `Bearer ${token}` } };
}

export function bare(app, { identify }) {
  app.get(path, identify, (request, response) => {
    response.json({ user: request.user });
  });
}
