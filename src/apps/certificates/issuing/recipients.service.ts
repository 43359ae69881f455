import { type ItemFault, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { expiryOf, today } from '../awards/dates.js';
import { LettersService } from '../drawing/letters.service.js';
import { type Award, shownValues } from '../drawing/shown-values.js';
import type { FieldValues } from '../entities/certificate.entity.js';
import type { TemplateVersion } from '../entities/template.entity.js';
import { ProfileRepository } from '../templates/profile.repository.js';
import { readValues } from './field-values.js';
import type { Recipient } from './recipient.inputs.js';

type Dated = Pick<Award, 'recipient_name' | 'issued_on' | 'expires_on' | 'custom_values'>;

/** A row that can be issued. */
export interface CheckedRecipient extends Dated {
  user_id: string | null;
  email: string | null;
  external_ref: string | null;
}

const UNKNOWN_USER = 'user_id: no such user';
export const WRONG_END = 'expires_on must not be before issued_on';

/** What a list of recipients must be before any certificate is issued. */
@AppProvider()
export class RecipientsService {
  constructor(
    private readonly profiles: ProfileRepository,
    private readonly letters: LettersService,
  ) {}

  /** Refuses the whole list with what is wrong with each row. */
  async check(version: TemplateVersion, rows: Recipient[], issuedOn = today()): Promise<CheckedRecipient[]> {
    const users = await this.profiles.of(rows.flatMap(({ user_id }) => user_id ?? []));
    const read = rows.map((row): CheckedRecipient | string => {
      if (row.user_id && !users.has(row.user_id)) return UNKNOWN_USER;
      const values = readValues(version.custom_fields, row.values ?? {});
      return typeof values === 'string' ? values : checkedRow(version, row, values, issuedOn);
    });
    const right = read.filter((row) => typeof row !== 'string');
    const faults = await this.lettersOf(version, right);
    let at = 0;
    const all = read.flatMap((row, index): ItemFault[] => {
      const error = typeof row === 'string' ? row : faults[at++];
      return error ? [{ index, error }] : [];
    });
    if (all.length) throw new Refusal(400, 'Validation error', { details: all });
    return right;
  }

  /** Of each, what cannot be printed. */
  lettersOf(version: TemplateVersion, awards: Dated[]): Promise<(string | undefined)[]> {
    const texts = awards.map((award) => {
      const shown = shownValues(version, { ...award, code: '', revision: 1 }, '');
      return [...shown.values()].join('\n');
    });
    return this.letters.faultsOf(texts);
  }
}

function checkedRow(
  version: TemplateVersion,
  row: Recipient,
  custom_values: FieldValues,
  defaultDay: string,
): CheckedRecipient | string {
  const issued_on = row.issued_on ?? defaultDay;
  const expires_on = row.expires_on === undefined ? expiryOf(issued_on, version) : row.expires_on;
  if (expires_on !== null && expires_on < issued_on) return WRONG_END;
  const { name, user_id = null, email = null, external_ref = null } = row;
  return { recipient_name: name.trim(), issued_on, expires_on, custom_values, user_id, email, external_ref };
}
