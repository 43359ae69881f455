import { Refusal } from '../../platform/http/refusal.js';

/** The text search configurations that every supported PostgreSQL has. */
export const LANGUAGES =
  `simple arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian irish
  italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish`.split(
    /\s+/,
  );

export const UNKNOWN_LANGUAGE = 'Unknown language';

export function expectLanguage(language: string | undefined): void {
  if (language !== undefined && !LANGUAGES.includes(language)) throw new Refusal(400, UNKNOWN_LANGUAGE);
}
