import { applyDecorators } from '@nestjs/common';
import { IsIn, Matches } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Chars, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Forum, JOIN_POLICIES, VISIBILITIES } from './forum.entity.js';
import { IS_MEMBER } from '../forums.sql.js';

export const Name = () => Written(1, 80);

const SLUG = /^[a-z0-9-]{3,60}$/;
const Slug = () =>
  applyDecorators(
    Matches(SLUG, { message: '$property must be 3 to 60 letters a-z, digits and hyphens' }),
    JSONSchema({ pattern: SLUG.source, minLength: 3, maxLength: 60 }),
  );

export class ForumFields {
  @Optional() @Slug() slug?: string;
  @Optional() @Written(0, 2000) description?: string;
  @Optional() @IsIn(VISIBILITIES) visibility?: Forum['visibility'];
  @Optional() @IsIn(JOIN_POLICIES) join_policy?: Forum['join_policy'];
  /** A text search configuration of PostgreSQL. */
  @Optional() @Chars(1, 63) language?: string;
}

/** One of the two. */
export class ForumKeyFields {
  @Optional() @Uuid() forum_id?: string;
  @Optional() @Chars(1, 60) slug?: string;
}

/** One that is for members alone is not there for anybody else. */
export const FORUM = {
  entity: Forum,
  by: 'forum_id',
  seenIf: `t.visibility = 'public' AND t.status <> 'archived' OR EXISTS (SELECT FROM ext_forums.members m
    WHERE m.forum_id = t.id AND m.user_id = $2 AND ${IS_MEMBER('m')})`,
};
