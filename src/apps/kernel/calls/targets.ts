import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/access.js';
import { forbidden, notFound, type Refusal } from '../../../platform/http/refusal.js';
import type { ActionDeclaration, Target } from './action.js';
import { allowedBySiteRole } from './site-role.js';
import { type Row, TargetRepository } from './target.repository.js';

export interface Found {
  target?: Row;
  parent?: Row;
}

/** The rows that actions are about, and who may touch them. */
@Injectable()
export class Targets {
  constructor(private readonly rows: TargetRepository) {}

  /** Answers 404 for a row that is missing and 403 for a row of another owner; administrators pass. */
  async of(
    { target: wanted, access, party }: ActionDeclaration,
    input: object,
    caller: Caller | undefined,
    { locked }: { locked: boolean },
  ): Promise<Found> {
    const id = wanted && ((input as Record<string, unknown>)[wanted.by] as string | undefined);
    if (!wanted || id === undefined) return {};
    const found = await this.rows.load(wanted, id, locked && wanted.lock !== false);
    if (!found) throw notFound(thingOf(wanted));
    if (access === 'public' || !caller) return found;
    const isForeign = access === 'owner' && ownerOf(wanted, found) !== caller.id;
    const isThird = party && !party.some((side) => sideOf(side, found) === caller.id);
    if ((!isForeign && !isThird) || allowedBySiteRole(caller)) return found;
    throw isForeign ? await this.refusal(wanted, id, caller) : forbidden();
  }

  /** 403 tells that the row exists, so it is for callers who may know that. */
  private async refusal(wanted: Target, id: string, caller: Caller): Promise<Refusal> {
    return (await this.rows.isSeen(wanted, id, caller.id)) ? forbidden() : notFound(thingOf(wanted));
  }
}

export const thingOf = ({ thing, entity }: Target) =>
  thing ?? entity.name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const ownerOf = ({ owner = 'owner_id', via }: Target, { target, parent }: Found) => (via ? parent : target)?.[owner];

/** The accounts that the row belongs to, as far as the declaration of the action names their columns. */
export function ownersOf({ target: wanted, party = [] }: ActionDeclaration, found: Found): string[] {
  const owners = [wanted && ownerOf(wanted, found), ...party.map((side) => sideOf(side, found))];
  return owners.filter((owner) => typeof owner === 'string');
}

/** `seller_id` of the target, or `parent.owner_id`. */
function sideOf(side: string, { target, parent }: Found): unknown {
  return side.startsWith('parent.') ? parent?.[side.slice('parent.'.length)] : target?.[side];
}
