import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Nested, Nullable, Written } from '../../platform/http/fields.js';
import { Refusal } from '../../platform/http/refusal.js';
import type { ConsistentSettings } from '../kernel/app-settings.js';
import { BusinessHours } from './sla/business-hours.fields.js';
import { BusinessTime } from './sla/business-time.js';

export const AUTO_ASSIGN = ['none', 'round_robin', 'least_busy'] as const;
/** Four weeks. */
const MOST_MINUTES = 40_320;

/** Of a minute. */
const SECONDS = 60;

const Minutes = () => (target: object, field: string) => {
  for (const rule of [Nullable(), IsInt(), Min(1), Max(MOST_MINUTES)]) rule(target, field);
};

/** Minutes of business; null: none. */
export class Targets {
  @Minutes() first_response!: number | null;
  @Minutes() next_response!: number | null;
  @Minutes() resolution!: number | null;
}

const targets = (first_response: number, next_response: number, resolution: number): Targets => ({
  first_response,
  next_response,
  resolution,
});

/** All of them at once: what is left out would be lost. */
export class Sla {
  @Nested(() => Targets) urgent!: Targets;
  @Nested(() => Targets) high!: Targets;
  @Nested(() => Targets) normal!: Targets;
  @Nested(() => Targets) low!: Targets;
}

const USUAL: Sla = {
  urgent: targets(60, 120, 480),
  high: targets(240, 240, 1440),
  normal: targets(480, 480, 2880),
  low: targets(960, 960, 4800),
};

export class SupportSettings implements ConsistentSettings {
  /** Shown to customers; empty: the owner's name. */
  @Written(0, 80) desk_name = '';
  /** Whether the desk is open. */
  @IsBoolean() accepting_tickets = true;
  @Nested(() => BusinessHours) business_hours = new BusinessHours();
  @Nested(() => Sla) sla: Sla = USUAL;
  /** Who gets new tickets. */
  @IsIn(AUTO_ASSIGN) auto_assign: (typeof AUTO_ASSIGN)[number] = 'none';
  /** From resolved to closed. */
  @IsInt() @Min(1) @Max(90) auto_close_days = 5;
  /** From pending to resolved; null: never. */
  @Nullable() @IsInt() @Min(1) @Max(90) auto_resolve_days: number | null = null;
  /** For so long after closing a customer's answer opens a ticket again. */
  @IsInt() @Min(0) @Max(365) reopen_days = 14;
  /** What the requester reads at once; empty: nothing. */
  @Written(0, 2000) auto_reply = '';
  /** Whether customers may rate what was resolved. */
  @IsBoolean() ratings = true;

  /** A target that takes more than the open hours of the coming year has no deadline, so nobody would be warned. */
  expectConsistent(given: object): void {
    if (!('business_hours' in given) && !('sla' in given)) return;
    const ofPriorities = Object.values(this.sla as object) as Targets[];
    const minutes = ofPriorities.flatMap((one) => [one.first_response, one.next_response, one.resolution]);
    const longest = Math.max(0, ...minutes.map((target) => target ?? 0));
    if (!new BusinessTime(this.business_hours).after(new Date(), longest * SECONDS))
      throw new Refusal(400, 'Business hours can never meet the targets');
  }
}
