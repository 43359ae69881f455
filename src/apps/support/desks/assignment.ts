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

  /** His user id; null: nobody. He is the last one then. */
  next(): string | null {
    const inTurn = this.inTurn();
    const least = Math.min(...inTurn.map(({ busy }) => busy));
    const chosen = this.how === 'least_busy' ? inTurn.find(({ busy }) => busy === least) : inTurn[0];
    if (this.how === 'none' || !chosen) return null;
    chosen.busy += 1;
    this.desk.last_assigned_agent_id = chosen.id;
    return chosen.user_id;
  }

  /** Those after the last one first. Ids grow with time, so that his place is known when he is gone. */
  private inTurn(): Candidate[] {
    const last = this.desk.last_assigned_agent_id ?? '';
    const isAfter = ({ id }: Candidate) => id > last;
    return [...this.candidates.filter(isAfter), ...this.candidates.filter((one) => !isAfter(one))];
  }
}
