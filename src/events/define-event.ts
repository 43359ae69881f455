import type { Type } from '@nestjs/common';

/**
 * What follows from an event besides its row in the outbox: a realtime event, a notification. The service is asked for
 * when the event is announced, so declarations are plain values that need no injection.
 */
export interface Effect {
  service: Type;
  apply(service: unknown, actorId: string | null): void;
}

export const effectOf = <Service>(
  service: Type<Service>,
  apply: (service: Service, actorId: string | null) => void,
): Effect => ({ service, apply: apply as Effect['apply'] });

type Given = Effect | false | '' | null | undefined;

export interface EventDeclaration<Fact> {
  /** The type in the outbox, `area.what_happened`. */
  type: string | ((fact: Fact) => string);
  /** What the outbox keeps. Without it the event leaves no row there and has only its effects. */
  data?: (fact: Fact) => object;
  /** True when staff changed something that is not their own: the event is then part of the audit log. */
  staff?: boolean | ((fact: Fact) => boolean);
  /** In this order; empty values stand for an effect that this fact does not have. */
  effects?: (fact: Fact) => Given[];
}

/** Declares once what happens when a fact is announced by `EventsService.announce`. */
export const defineEvent = <Fact>(
  type: EventDeclaration<Fact>['type'],
  declaration: Omit<EventDeclaration<Fact>, 'type'>,
): EventDeclaration<Fact> => ({ type, ...declaration });
