import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { Repository } from '../../platform/database/repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import type { Target } from './action.js';

export type Row = Record<string, unknown>;

interface Statements {
  target: Statement;
  parent: Statement | undefined;
}

/** Loads whatever rows the actions of apps are about, by their ids. */
@Injectable()
export class TargetRepository extends Repository {
  private readonly known = new Map<string, Statements>();

  /** The parent first and then the target, which is the order in which all of them lock. */
  async load(
    wanted: Target,
    id: string,
    locked: boolean,
  ): Promise<{ target: Row; parent?: Row } | undefined> {
    if (!isUuid(id)) return undefined;
    const { target: byId, parent: parentOf } = this.statements(wanted, locked);
    const parent = parentOf && (await this.one<Row>(parentOf, id));
    if (parentOf && !parent) return undefined;
    const target = await this.one<Row>(byId, id);
    return target && { target, parent };
  }

  async isSeen({ entity, seenIf }: Target, id: string, userId: string): Promise<boolean> {
    if (!seenIf) return true;
    const place = this.place(entity);
    const statement = sql(
      `app_s ${place.replaceAll('"', '')}`.slice(0, 63),
      `SELECT FROM ${place} t WHERE t.id = $1 AND (${seenIf})`,
    );
    return (await this.rows(statement, id, userId)).length > 0;
  }

  private statements({ entity, via }: Target, locked: boolean): Statements {
    const child = this.place(entity);
    const parent = via && this.place(via.entity);
    const key = [child, parent, locked && 'locked'].filter(Boolean).join(' ').replaceAll('"', '');
    const known = this.known.get(key);
    if (known) return known;
    const lock = locked ? ' FOR NO KEY UPDATE' : '';
    const name = (of: string) => `app_${of} ${key}`.slice(0, 63);
    const made = {
      target: sql(name('t'), `SELECT * FROM ${child} WHERE id = $1${lock}`),
      parent: via
        ? sql(
            name('p'),
            `SELECT p.* FROM ${parent} p JOIN ${child} c ON c.${via.by} = p.id WHERE c.id = $1${lock && `${lock} OF p`}`,
          )
        : undefined,
    };
    this.known.set(key, made);
    return made;
  }

  private place(entity: Target['entity']): string {
    const { schema, tableName } = this.database.dataSource.getMetadata(entity);
    return `${schema}.${tableName}`;
  }
}
