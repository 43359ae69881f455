import { pageOf } from '../../platform/http/answers.js';
import { Nested, Time } from '../../platform/http/fields.js';
import { AuthorView } from '../common/person.js';

export class BlockView {
  @Nested(() => AuthorView) user!: AuthorView;
  @Time() created_at!: Date;
}

export class BlocksAnswer extends pageOf('blocks', () => BlockView) {}
