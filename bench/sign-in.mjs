import { randomUUID } from 'node:crypto';

/** A new account of ours, signed in; the bare server takes its token too, as both know the secret. */
export async function signIn({ base }) {
  const credentials = { email: `${randomUUID()}@example.com`, password: randomUUID() };
  await post(`${base}/v1/auth/sign-up`, credentials);
  const { session, user } = await post(`${base}/v1/auth/sign-in`, credentials);
  return { token: session.access_token, id: user.id };
}

async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) return response.json();
  throw new Error(`${url} answered ${response.status} ${await response.text()}`);
}
