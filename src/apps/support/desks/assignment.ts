import type { Desk } from '../entities/desk.entity.js';
import type { SupportSettings } from '../support.settings.js';
import type { Candidate } from './agent.repository.js';

type How = SupportSettings['auto_assign'];

/** Who gets the next tickets of a desk that is locked. */
export class Assignment {
  constructor(
    private readonly how: How,
    private readonly candidates: Candidate[],
    private readonly desk: Desk,
  ) {}

  /** The agent's user id; null: nobody. This agent is the last one assigned. */
  next(): string | null {
    const inTurn = this.inTurn();
    const least = Math.min(...inTurn.map(({ busy }) => busy));
    const chosen = this.how === 'least_busy' ? inTurn.find(({ busy }) => busy === least) : inTurn[0];
    if (this.how === 'none' || !chosen) return null;
    chosen.busy += 1;
    this.desk.last_assigned_agent_id = chosen.id;
    return chosen.user_id;
  }

  /** Agents after the last assigned one come first. Ids grow with time, so the order holds when that agent is removed. */
  private inTurn(): Candidate[] {
    const last = this.desk.last_assigned_agent_id ?? '';
    const isAfter = ({ id }: Candidate) => id > last;
    return [...this.candidates.filter(isAfter), ...this.candidates.filter((one) => !isAfter(one))];
  }
}
