import { AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { fieldsOf, optionalFields } from '../../platform/http/input/field-metadata.js';
import { withProviders } from './app-provider.js';
import type { Type } from './calls/action.js';
import { AppPaymentsService } from './selling/app-payments.service.js';
import { AppDocumentsService } from '../contracts/app-documents.service.js';
import { AppInvoicingService } from '../contracts/app-invoicing.service.js';
import { type CoreService, schemaOf } from './app.js';
import { eventTargetFault } from './calls/event-target.js';
import type { RegisteredAction, RegisteredApp } from './registry.js';

const SLUG = /^[a-z]+(-[a-z]+)*$/;
const NAME = /^[a-z]+(-[a-z]+)*$/;

/** The class by which an app reaches each core service, and what a part does that has it. */
const CORE: Record<CoreService, [Type, string]> = {
  payments: [AppPaymentsService, 'takes money'],
  notifications: [AppNotificationsService, 'notifies'],
  documents: [AppDocumentsService, 'keeps documents'],
  invoicing: [AppInvoicingService, 'writes invoices'],
};

interface Known {
  schemaOf: (entity: Type) => string | undefined;
  /** Whether a fulfilment carries its name. */
  isPaid: boolean;
}

/** What would be a fault at the first call is one at the start. */
export function checkApp(app: RegisteredApp, known: Known): void {
  const { slug, uses, entities, declaration } = app;
  const wrong = (words: string) => new Error(`The app ${slug}: ${words}`);
  if (!SLUG.test(slug)) throw wrong('its slug is not made of words and hyphens');
  for (const entity of entities) {
    if (known.schemaOf(entity) !== schemaOf(slug)) throw wrong(`${entity.name} is not in ${schemaOf(slug)}`);
  }
  if (uses.includes('payments') !== known.isPaid) {
    throw wrong(known.isPaid ? 'it is paid and does not use payments' : 'it uses payments and fulfils none');
  }
  const parts = withProviders([...declaration.actions, ...(declaration.providers ?? [])]).filter(
    (one) => typeof one === 'function',
  );
  for (const part of parts as Type[]) {
    for (const [core, [type, does]] of Object.entries(CORE)) {
      if (!uses.includes(core as CoreService) && needs(part).includes(type))
        throw wrong(`${part.name} ${does}, and it does not use ${core}`);
    }
  }
  for (const action of app.actions.values()) {
    const fault = faultOf(action, entities);
    if (fault) throw wrong(`${action.name} ${fault}`);
  }
}

/** A core service that is an app itself has to be there for the apps that use it. */
export function checkUses(apps: RegisteredApp[]): void {
  for (const { slug, uses } of apps) {
    for (const core of ['documents', 'invoicing'] as const) {
      if (uses.includes(core) && !apps.find((app) => app.slug === core)?.service)
        throw new Error(`The app ${slug}: it uses ${core}, and there is no app ${core} with a service`);
    }
  }
}

function faultOf(action: RegisteredAction, entities: Type[]): string | undefined {
  const { name, kind, declaration, input } = action;
  const { access, target, party, changes, outside, why } = declaration;
  if (!NAME.test(name)) return 'is not a name of words and hyphens';
  if (access === 'owner' && !target) return 'is for an owner, and names no target';
  if (party && (access !== 'authenticated' || !target)) return 'has parties, and is not for them';
  if (outside && !changes) return 'asks outside, and changes nothing';
  if (why && !fieldsOf(input).has(why)) return `has no field ${why} that says why`;
  const aboutFault = eventTargetFault(action);
  if (aboutFault) return aboutFault;
  if (kind === 'platform' || !target) return undefined;
  if (![target.entity, target.via?.entity ?? target.entity].every((one) => entities.includes(one))) {
    return 'has a target that is not of its app';
  }
  if (!fieldsOf(input).has(target.by)) return `has no field ${target.by} for its target`;
  const isOwned = access === 'owner' || party !== undefined;
  if (isOwned && optionalFields(input as new () => object).has(target.by))
    return `lets ${target.by} be left out, which tells whose it is`;
  return undefined;
}

const needs = (part: Type) => (Reflect.getMetadata('design:paramtypes', part) ?? []) as unknown[];
