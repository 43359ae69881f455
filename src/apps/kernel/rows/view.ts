import { IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { type ColumnOptions, getMetadataArgsStorage } from 'typeorm';
import { Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import type { Type } from '../calls/action.js';
import { money } from '../selling/prices.js';

/** An answer shows `price_minor` as `price` in major units, and `percent_off_bp` as `percent_off` in percent. */
type NameOf<Key> = Key extends `${infer Name}_minor` ? Name : Key extends `${infer Name}_bp` ? Name : Key;
type Shown<Row> = { [Key in keyof Row as NameOf<Key>]: Row[Key] };

interface ShownColumn {
  column: string;
  name: string;
  options: ColumnOptions;
}

/** The class of an answer that has the columns of an entity, as fields with validators. */
interface ViewClass<Row, Fields = object> {
  new (): Fields;
  readonly columns: readonly ShownColumn[];
  /** For the compiler: the columns that `present` reads. */
  readonly row?: Row;
}

/**
 * The base class of an answer: the columns of an entity, `without` some or `only` some. A json column is copied, and its
 * field is declared by the class that extends this one, with the validators that it needs:
 *
 *     class OrderView extends viewOf(Order, { without: ['checkout_url'] }) {
 *       @Nullable() @Nested(() => AddressView) declare ship_to: AddressView | null;
 *     }
 */
export function viewOf<Row extends object, Key extends keyof Row = never>(
  entity: Type<Row>,
  options?: { without?: readonly Key[] },
): ViewClass<Omit<Row, Key>, Shown<Omit<Row, Key>>>;
export function viewOf<Row extends object, Key extends keyof Row>(
  entity: Type<Row>,
  options: { only: readonly Key[] },
): ViewClass<Pick<Row, Key>, Shown<Pick<Row, Key>>>;
export function viewOf(
  entity: Type,
  { without = [], only }: { without?: readonly string[]; only?: readonly string[] } = {},
) {
  const known = columnsOf(entity);
  for (const name of [...without, ...(only ?? [])]) {
    if (!known.some(({ column }) => column === name)) throw new Error(`${entity.name} has no column ${name}`);
  }
  const columns = known.filter(
    ({ column, options }) =>
      (only ? only.includes(column) : !without.includes(column)) &&
      (options.select !== false || only?.includes(column)),
  );
  class Columns {
    static readonly columns = columns;
  }
  for (const column of columns) declareField(Columns.prototype, column);
  return Columns;
}

/** The fields of the answer from a row; money is in the currency of the row. */
export function present<Row extends object, Fields>(
  view: { readonly columns: readonly ShownColumn[]; readonly row?: Row } & (new () => Fields),
  row: Row & ([Extract<keyof Row, `${string}_minor`>] extends [never] ? unknown : { currency: string }),
): Shown<Row> {
  const values = row as Record<string, unknown>;
  const fields = view.columns.map(({ column, name }) => [name, shownValue(column, values[column], values)]);
  return Object.fromEntries(fields) as Shown<Row>;
}

function shownValue(column: string, value: unknown, row: Record<string, unknown>): unknown {
  if (typeof value !== 'number') return value;
  if (column.endsWith('_minor')) return money(value, row.currency as string);
  return column.endsWith('_bp') ? value / 100 : value;
}

function columnsOf(entity: Type): ShownColumn[] {
  const classes: unknown[] = [];
  for (let type: unknown = entity; type !== Function.prototype; type = Object.getPrototypeOf(type))
    classes.unshift(type);
  return getMetadataArgsStorage()
    .columns.filter(({ target }) => classes.includes(target))
    .map(({ propertyName, options }) => ({
      column: propertyName,
      name: propertyName.replace(/_(minor|bp)$/, ''),
      options,
    }));
}

function declareField(prototype: object, { column, name, options }: ShownColumn): void {
  const validator = /_(minor|bp)$/.test(column) ? IsNumber() : validatorOf(options);
  if (!validator) return;
  validator(prototype, name);
  if (options.nullable) Nullable()(prototype, name);
}

/** Undefined: the type of the column does not say what the value is. */
function validatorOf({ type, array, enum: values, transformer }: ColumnOptions): PropertyDecorator | undefined {
  const each = { each: Boolean(array) };
  if (values) return IsIn(values as string[], each);
  switch (type) {
    case 'uuid':
      return Uuid(each);
    case 'text':
    case 'char':
    case 'varchar':
    case 'timestamp':
    case 'date':
      return IsString(each);
    case 'int':
    case 'smallint':
      return IsInt(each);
    case 'numeric':
    case 'bigint':
      return transformer ? IsNumber() : undefined;
    case 'boolean':
      return IsBoolean(each);
    case 'timestamp with time zone':
      return Time();
    default:
      return undefined;
  }
}
