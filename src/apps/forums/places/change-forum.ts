import { randomInt } from 'node:crypto';
import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ForumRepository } from './forum.repository.js';

/** Without letters and digits that are taken for each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 12;

/** What making a forum and changing it have in common. */
@AppProvider()
export class ChangeForum {
  constructor(private readonly forums: ForumRepository) {}

  async checkLanguage(language: string | undefined): Promise<void> {
    if (language !== undefined && !(await this.forums.knowsLanguage(language)))
      throw new Refusal(400, 'Unknown language');
  }

  newCode(): string {
    return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  }
}
