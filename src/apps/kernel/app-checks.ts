import { AppNotifications } from '../../notifications/app-notifications.js';
import { fieldsOf, optionalFields } from '../../platform/http/input/fields.js';
import type { Type } from './action.js';
import { AppPayments } from './app-payments.js';
import { schemaOf } from './app.js';
import type { RegisteredAction, RegisteredApp } from './registry.js';

const SLUG = /^[a-z]+(-[a-z]+)*$/;
const NAME = /^[a-z]+(-[a-z]+)*$/;

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
  const parts = [...declaration.actions, ...declaration.providers.filter((one) => typeof one === 'function')];
  for (const part of parts as Type[]) {
    if (!uses.includes('payments') && needs(part).includes(AppPayments)) {
      throw wrong(`${part.name} takes money, and it does not use payments`);
    }
    if (!uses.includes('notifications') && needs(part).includes(AppNotifications)) {
      throw wrong(`${part.name} notifies, and it does not use notifications`);
    }
  }
  for (const action of app.actions.values()) {
    const fault = faultOf(action, entities);
    if (fault) throw wrong(`${action.name} ${fault}`);
  }
}

function faultOf({ name, kind, declaration, input }: RegisteredAction, entities: Type[]): string | undefined {
  const { access, target, party, changes, outside, why } = declaration;
  if (!NAME.test(name)) return 'is not a name of words and hyphens';
  if (access === 'owner' && !target) return 'is for an owner, and names no target';
  if (party && (access !== 'authenticated' || !target)) return 'has parties, and is not for them';
  if (outside && !changes) return 'asks outside, and changes nothing';
  if (why && !fieldsOf(input).has(why)) return `has no field ${why} that says why`;
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
