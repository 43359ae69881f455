/** Why the server closes; what a client does then, realtime's page says. */
export type CloseCode = 1012 | 4400 | 4401 | 4403 | 4408 | 4409 | 4429;
