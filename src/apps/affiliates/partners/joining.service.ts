import { randomInt } from 'node:crypto';
import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Affiliate } from '../entities/affiliate.entity.js';
import type { Program } from '../entities/program.entity.js';
import { AffiliateRepository } from './affiliate.repository.js';

const MOST_AFFILIATES = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const AGAIN_AFTER_MS = 30 * DAY_MS;
const LONGEST_STEM = 24;
const SUFFIX = { letters: 'abcdefghjkmnpqrstuvwxyz23456789', length: 5 };
const ATTEMPTS = 5;

interface Application {
  code: string | undefined;
  application: string | undefined;
}

/** Who becomes an affiliate of a program. The program is locked, so its number of affiliates is exact. */
@AppProvider()
export class JoiningService {
  constructor(private readonly affiliates: AffiliateRepository) {}

  async join(program: Program, userId: string, { code, application }: Application): Promise<Affiliate> {
    if (program.owner_id === userId) throw new Refusal(409, 'You cannot join your own program');
    const known = await this.affiliates.findOne({ program_id: program.id, owner_id: userId });
    if (known) expectAgain(known);
    if (program.status !== 'active') throw new Refusal(409, 'Program is not open');
    const isApproved = program.auto_approve_affiliates;
    const values = {
      status: isApproved ? ('active' as const) : ('pending' as const),
      decided_at: isApproved ? NOW : null,
      application: application ?? '',
      decision_note: null,
    };
    if (known) return this.affiliates.change(known.id, { ...values, code });
    if ((await this.affiliates.countWhere({ program_id: program.id })) >= MOST_AFFILIATES)
      throw new Refusal(409, 'Program is full');
    return this.add({ ...values, program_id: program.id, owner_id: userId }, userId, code);
  }

  private async add(values: Values<Affiliate>, userId: string, code: string | undefined): Promise<Affiliate> {
    if (code !== undefined) {
      const added = await this.affiliates.insertIfAbsent({ ...values, code });
      if (!added) throw new Refusal(409, 'This code is taken');
      return added;
    }
    const stem = stemOf(await this.affiliates.usernameOf(userId));
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const added = await this.affiliates.insertIfAbsent({ ...values, code: `${stem}-${suffix()}` });
      if (added) return added;
    }
    throw new Refusal(409, 'This code is taken');
  }
}

function expectAgain({ status, decided_at }: Affiliate): void {
  if (status !== 'rejected') throw new Refusal(409, 'You already joined this program');
  const again = new Date((decided_at?.getTime() ?? 0) + AGAIN_AFTER_MS);
  if (again.getTime() > Date.now())
    throw new Refusal(409, `You can apply again on ${again.toISOString().slice(0, 10)}`);
}

const suffix = () =>
  Array.from({ length: SUFFIX.length }, () => SUFFIX.letters[randomInt(SUFFIX.letters.length)]).join('');

function stemOf(username: string | null): string {
  const letters = (username ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return letters.slice(0, LONGEST_STEM).replace(/^-+|-+$/g, '') || 'partner';
}
