import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { convertRows, transformedColumns } from '../../../platform/database/entity.repository.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql, type Statement } from '../../../platform/database/sql.js';
import type { Target } from './action.js';

/** PostgreSQL keeps no more of the name of a statement. */
const LONGEST_NAME = 63;

export type Row = Record<string, unknown>;

interface Read {
  target: Statement;
  parent: Statement | undefined;
}

interface Statements {
  look: Read;
  lock: Read;
  seen: Statement | undefined;
  /** Columns such as `@Decimal`, which the driver returns as text. */
  converted: { target: ColumnMetadata[]; parent: ColumnMetadata[] };
}

/** Loads whatever rows the actions of apps are about, by their ids. */
@Injectable()
export class TargetRepository extends BaseRepository {
  private readonly known = new WeakMap<Target, Statements>();

  /** Makes the statements of a target: at the start of the service, so that a wrong one fails there. */
  declare(target: Target): Statements {
    const made = this.statements(target);
    this.known.set(target, made);
    return made;
  }

  /** The parent first and then the target, which is the order in which all of them lock. */
  async load(wanted: Target, id: string, locked: boolean): Promise<{ target: Row; parent?: Row } | undefined> {
    if (!isUuid(id)) return undefined;
    const { look, lock, converted } = this.of(wanted);
    const { target: byId, parent: parentOf } = locked ? lock : look;
    const [parent] = parentOf ? convertRows(converted.parent, await this.rows<Row>(parentOf, id)) : [];
    if (parentOf && !parent) return undefined;
    const [target] = convertRows(converted.target, await this.rows<Row>(byId, id));
    return target && { target, parent };
  }

  async isSeen(wanted: Target, id: string, userId: string): Promise<boolean> {
    const { seen } = this.of(wanted);
    return !seen || (await this.rows(seen, id, userId)).length > 0;
  }

  private of(target: Target): Statements {
    return this.known.get(target) ?? this.declare(target);
  }

  private statements({ entity, via, seenIf }: Target): Statements {
    const child = this.place(entity);
    const parent = via && this.place(via.entity);
    const read = (lock: '' | 'FOR NO KEY UPDATE'): Read => ({
      target: named(child, `SELECT * FROM ${child} WHERE id = $1 ${lock}`),
      parent:
        via &&
        named(
          `${child} ${parent}`,
          `SELECT p.* FROM ${parent} p JOIN ${child} c ON c.${via.by} = p.id WHERE c.id = $1 ${lock && `${lock} OF p`}`,
        ),
    });
    const converted = (type: Target['entity']) => transformedColumns(this.database.dataSource.getMetadata(type));
    return {
      converted: { target: converted(entity), parent: via ? converted(via.entity) : [] },
      look: read(''),
      lock: read('FOR NO KEY UPDATE'),
      seen: seenIf
        ? named(child, `SELECT FROM ${child} t WHERE t.id = $1 AND $2::uuid IS NOT NULL AND (${seenIf})`)
        : undefined,
    };
  }

  private place(entity: Target['entity']): string {
    const { schema, tableName } = this.database.dataSource.getMetadata(entity);
    return `${schema}.${tableName}`;
  }
}

/**
 * The hash of the text ends the name: two texts never share one, however much of the readable part is cut, and two
 * targets with the same text share its plan.
 */
function named(about: string, text: string): Statement {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return sql(`${`app ${about}`.slice(0, LONGEST_NAME - hash.length - 1)} ${hash}`, text);
}
