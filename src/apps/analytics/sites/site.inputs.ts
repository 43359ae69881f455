import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, Matches } from 'class-validator';
import { ArrayUnique, Chars, ListOf, saying, Written } from '../../../platform/http/fields.js';
import { TimeZone } from '../../kernel/calendar/time.fields.js';
import { GOAL_KINDS, SITE_STATUSES, type Goal, type Site } from '../entities/site.entity.js';

const KEY = /^[a-z0-9-]+$/;
const Key = () => applyDecorators(Chars(1, 40), Matches(KEY));

export class GoalInput {
  @Key() key!: string;
  @Written(1, 80) name!: string;
  @IsIn(GOAL_KINDS) kind!: Goal['kind'];
  @Chars(1, 200) match!: string;
}

export class FunnelInput {
  @Key() key!: string;
  @Written(1, 80) name!: string;
  @Steps() steps!: string[];
}

export function Steps() {
  return applyDecorators(IsArray(), ArrayMinSize(2), ArrayMaxSize(8), Chars(1, 40, { each: true }));
}

export const SiteName = () => Written(1, 80);
/** Whether it is one is a rule with words of its own. */
export const Domain = () => Chars(1, 2048);
export const Zone = () => TimeZone(saying('Invalid timezone'));
export const ExtraHosts = () => applyDecorators(IsArray(), ArrayMaxSize(10), Chars(1, 2048, { each: true }));
export const ExcludedPaths = () => applyDecorators(IsArray(), ArrayMaxSize(50), Chars(1, 512, { each: true }));
export const Goals = () =>
  applyDecorators(
    ListOf(() => GoalInput),
    ArrayMaxSize(30),
  );
export const Funnels = () =>
  applyDecorators(
    ListOf(() => FunnelInput),
    ArrayMaxSize(10),
    ArrayUnique<FunnelInput>(({ key }) => key),
  );
export const Status = () => IsIn(SITE_STATUSES);
export type Status = Site['status'];
