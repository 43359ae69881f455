import type { TargetApp } from '../entities/domain.entity.js';

/** What a domain shows. */
export interface Mapping {
  target_app: TargetApp | null;
  target_id?: string | null;
  redirect_url?: string | null;
  root_url?: string | null;
  not_found_url?: string | null;
}

export const UNMAPPED = {
  target_app: null,
  target_id: null,
  redirect_url: null,
  root_url: null,
  not_found_url: null,
  mapped_at: null,
} as const;

const FIELDS: [field: Exclude<keyof Mapping, 'target_app'>, of: TargetApp[], isNeeded: boolean][] = [
  ['target_id', ['biolinks', 'blog'], true],
  ['redirect_url', ['redirect'], true],
  ['root_url', ['shortlinks'], false],
  ['not_found_url', ['shortlinks'], false],
];

/** Why these fields are no mapping; undefined: they are one. */
export function mappingFault(given: Mapping): string | undefined {
  const { target_app } = given;
  for (const [field, apps, isNeeded] of FIELDS) {
    const belongs = target_app !== null && apps.includes(target_app);
    const isGiven = (given[field] ?? null) !== null;
    if (isGiven && !belongs) return `${field} does not belong to this target`;
    if (!isGiven && belongs && isNeeded) return `${field} is required`;
  }
  return undefined;
}
