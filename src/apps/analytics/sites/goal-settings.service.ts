import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type FunnelFields, type GoalFields, GoalsRepository } from './goals.repository.js';
import { pathPattern } from './paths.js';

interface Wanted {
  goals: GoalFields[] | undefined;
  funnels: FunnelFields[] | undefined;
}

/** The lists of goals and funnels of a site, which have to fit together. */
@AppProvider()
export class GoalSettingsService {
  constructor(private readonly repository: GoalsRepository) {}

  /** What is not given stays. Returns the ids of the goals that have to be counted anew. */
  async set(siteId: string, { goals, funnels }: Wanted): Promise<string[]> {
    if (!goals && !funnels) return [];
    const keys = (goals ?? (await this.repository.goals([siteId]))).map(({ key }) => key);
    const twice = keys.find((key, at) => keys.indexOf(key) !== at);
    if (twice) throw new Refusal(400, `Duplicate goal key: ${twice}`);
    const steps = (funnels ?? (await this.repository.funnels([siteId]))).flatMap((funnel) => funnel.steps);
    const unknown = steps.find((key) => !keys.includes(key));
    if (unknown) throw new Refusal(400, `Unknown goal in funnel: ${unknown}`);
    const anew = goals ? await this.repository.setGoals(siteId, goals.map(comparable)) : [];
    if (funnels) await this.repository.setFunnels(siteId, funnels);
    return anew;
  }
}

const comparable = ({ key, name, kind, match }: GoalFields): GoalFields => ({
  key,
  name,
  kind,
  match: kind === 'page' ? pathPattern(match) : match,
});
