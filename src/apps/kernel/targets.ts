import { Injectable } from '@nestjs/common';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { forbidden, notFound, type Refusal } from '../../platform/http/refusal.js';
import type { ActionDeclaration, Target } from './action.js';
import { type Row, TargetRepository } from './target.repository.js';

export interface Found {
  target?: Row;
  parent?: Row;
}

/** The rows that actions are about, and who may touch them. */
@Injectable()
export class Targets {
  constructor(private readonly rows: TargetRepository) {}

  /** Missing is 404, and somebody else's 403; staff passes. Locked where the action changes something. */
  async of(declaration: ActionDeclaration, input: object, caller: Caller | undefined): Promise<Found> {
    const { target: wanted, access, party, changes, notes } = declaration;
    const id = wanted && ((input as Record<string, unknown>)[wanted.by] as string | undefined);
    if (!wanted || id === undefined) return {};
    const found = await this.rows.load(wanted, id, Boolean(changes ?? notes));
    if (!found) throw notFound(thingOf(wanted));
    if (access === 'public' || !caller || isAdmin(caller)) return found;
    if (access === 'owner' && ownerOf(wanted, found) !== caller.id)
      throw await this.refusal(wanted, id, caller);
    if (party && !party.some((side) => sideOf(side, found) === caller.id)) throw forbidden();
    return found;
  }

  /** That it is somebody else's, where he may know that it is there. */
  private async refusal(wanted: Target, id: string, caller: Caller): Promise<Refusal> {
    return (await this.rows.isSeen(wanted, id, caller.id)) ? forbidden() : notFound(thingOf(wanted));
  }
}

export const thingOf = ({ thing, entity }: Target) =>
  thing ?? entity.name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const ownerOf = ({ owner = 'owner_id', via }: Target, { target, parent }: Found) =>
  (via ? parent : target)?.[owner];

/** `seller_id` of the target, or `parent.owner_id`. */
function sideOf(side: string, { target, parent }: Found): unknown {
  return side.startsWith('parent.') ? parent?.[side.slice('parent.'.length)] : target?.[side];
}
