import { AppServices } from '../../contracts/app-services.js';
import type { DescribedTarget } from '../../contracts/described-target.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { TARGET_APPS } from '../entities/attachment.entity.js';
import type { TargetView } from '../pixels.views.js';
import type { Target } from './attachment.repository.js';

/** Null: the target is gone. Nothing: its app is not there to be asked. */
export type Described = Map<string, DescribedTarget | null>;

/** What pixels are attached to, as the apps of the targets describe it. */
@AppProvider()
export class TargetsService {
  constructor(private readonly services: AppServices) {}

  /** By the keys of the targets. */
  async describe(targets: Target[]): Promise<Described> {
    const asked = TARGET_APPS.map(async (app) => {
      const ids = new Set(targets.flatMap(({ target_app, target_id }) => (target_app === app ? target_id : [])));
      return [...(await this.ofApp(app, [...ids]))].map(([id, found]) => [keyOf(app, id), found] as const);
    });
    return new Map((await Promise.all(asked)).flat());
  }

  async show<One extends Target>(targets: One[]): Promise<(One & TargetView)[]> {
    const described = await this.describe(targets);
    return targets.map((target) => {
      const found = described.get(keyOf(target.target_app, target.target_id));
      return { ...target, label: found?.label ?? null, url: found?.url ?? null, missing: !found };
    });
  }

  /** An owner may have thousands of short links, and has few pages and blogs. */
  private async ofApp(app: Target['target_app'], ids: string[]): Promise<Described> {
    if (!ids.length) return new Map();
    if (app === 'shortlinks') return (await this.services.of(app)?.describeAll(ids)) ?? new Map();
    const service = this.services.of(app);
    if (!service) return new Map();
    return new Map(await Promise.all(ids.map(async (id) => [id, await service.describe(id)] as const)));
  }
}

export const keyOf = (app: string, id: string) => `${app} ${id}`;
