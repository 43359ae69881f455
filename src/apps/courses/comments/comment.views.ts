import { IsBoolean } from 'class-validator';
import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { PersonView } from '../../kernel/rows/person.js';
import { viewOf } from '../../kernel/rows/view.js';
import { CourseComment } from './comment.entity.js';

export class CommentView extends viewOf(CourseComment, { without: ['owner_id'] }) {
  /** Null, as the writer: the comment was deleted. */
  @Nullable() @Uuid() owner_id!: string | null;
  @Nullable() @Nested(() => PersonView) writer!: PersonView | null;
  @IsBoolean() by_teacher!: boolean;
}

export class ThreadView extends CommentView {
  @ListOf(() => CommentView) replies!: CommentView[];
}
