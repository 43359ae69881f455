import { IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Program, PROGRAM, PROGRAM_STATUSES, type ProgramStatus } from '../entities/program.entity.js';
import { AnnounceClosingJob } from '../jobs/announce-closing.job.js';
import { columnsOf, LandingAddress, NEEDS_ONE_RATE, ProgramFields } from '../programs/program.inputs.js';
import { ProgramItemRepository } from '../programs/program-item.repository.js';
import { ProgramItemsService } from '../programs/program-items.service.js';
import { ProgramRepository } from '../programs/program.repository.js';
import { presentProgram, ProgramView } from '../programs/program.views.js';

class Input extends ProgramFields {
  @Uuid() program_id!: string;
  @Optional() @Written(1, 120) name?: string;
  @Optional() @LandingAddress() landing_url?: string;
  @Optional() @IsIn(PROGRAM_STATUSES) status?: ProgramStatus;
}

class Result extends answerWith('program', () => ProgramView) {}

@Action('update-program', {
  access: 'owner',
  target: PROGRAM,
  changes: true,
  description: 'Changes a program for the sales from now on; pauses it, opens it again, or closes it for good.',
  input: Input,
  result: Result,
  refuses: {
    400: [NEEDS_ONE_RATE, 'Items are needed for this scope'],
    404: ['Item not found'],
    409: ['Program is closed'],
  },
})
export class UpdateProgram {
  constructor(
    private readonly programs: ProgramRepository,
    private readonly items: ProgramItemRepository,
    private readonly programItems: ProgramItemsService,
    private readonly destinations: DestinationsService,
    private readonly jobs: JobsService,
    private readonly announceClosing: AnnounceClosingJob,
  ) {}

  async run({ input: { program_id: id, items, ...input }, target: program }: Call<Input, Program>): Promise<Result> {
    if (program.status === 'closed') refuseAllBut('min_payout', { items, ...input });
    const values = columnsOf(input, program);
    if (input.landing_url !== undefined) await this.destinations.check(input.landing_url);
    // A program whose merchant is deleted is closed, so its items cannot be given.
    if (items) await this.programItems.check(program.owner_id as string, items);
    await this.programs.change(id, values);
    await this.programs.convertAmounts(id, program.currency, values.currency);
    await this.programItems.replace({ id, scope: input.scope ?? program.scope }, items);
    if (input.status === 'closed') await this.jobs.enqueue(this.announceClosing, { program_id: id });
    return { program: presentProgram(await this.programs.shown(id), await this.items.ofProgram(id)) };
  }
}

function refuseAllBut(allowed: string, input: object): void {
  const others = Object.entries(input).filter(([name, value]) => name !== allowed && value !== undefined);
  if (others.length) throw new Refusal(409, 'Program is closed');
}
