const COOKIE = 'px_consent';
const SECONDS = 180 * 24 * 60 * 60;
const ANSWER = new RegExp(`(?:^|;\\s*)${COOKIE}=(yes|no)(?:;|$)`);

export type Answer = 'yes' | 'no';

/** What the visitor has answered on this host; undefined: nothing yet. */
export const answered = () => ANSWER.exec(document.cookie)?.[1] as Answer | undefined;

/** Without any id: it says yes or no, and nothing else. */
export function keepAnswer(answer: Answer): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COOKIE}=${answer}; Path=/; Max-Age=${SECONDS}; SameSite=Lax${secure}`;
}

/** The visitor's browser refuses for every network (Global Privacy Control). */
export const refusesNetworks = () =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
