import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AffiliatesSettings } from '../affiliates.settings.js';
import { columnsOf, LandingAddress, NEEDS_ONE_RATE, ProgramFields } from '../programs/program.inputs.js';
import { ProgramItemRepository } from '../programs/program-item.repository.js';
import { ProgramItemsService } from '../programs/program-items.service.js';
import { ProgramRepository } from '../programs/program.repository.js';
import { presentProgram, ProgramView } from '../programs/program.views.js';

class Input extends ProgramFields {
  @Written(1, 120) name!: string;
  @LandingAddress() landing_url!: string;
}

class Result extends answerWith('program', () => ProgramView) {}

const NEW = { percent_bp: null, fixed_minor: null, currency: 'usd', min_payout_minor: 0 };

@Action('create-program', {
  access: 'authenticated',
  changes: true,
  about: 'program',
  description: 'Opens a referral program for what the caller sells.',
  input: Input,
  result: Result,
  refuses: {
    400: [NEEDS_ONE_RATE, 'Items are needed for this scope'],
    404: ['Item not found'],
    409: ['Program limit reached'],
  },
})
export class CreateProgram {
  constructor(
    private readonly programs: ProgramRepository,
    private readonly items: ProgramItemRepository,
    private readonly programItems: ProgramItemsService,
    private readonly settings: AppSettings,
    private readonly destinations: DestinationsService,
  ) {}

  async run({ input: { items = [], ...input }, caller }: Call<Input>): Promise<Result> {
    const { commission_percent, commission_amount } = input;
    if (commission_percent === undefined && commission_amount === undefined) throw new Refusal(400, NEEDS_ONE_RATE);
    const values = columnsOf(input, NEW);
    await this.destinations.check(input.landing_url);
    await this.programItems.check(caller.id, items);
    const { default_hold_days } = await this.settings.of(AffiliatesSettings, caller.id);
    const program = await this.programs.create(caller.id, {
      ...values,
      hold_days: values.hold_days ?? default_hold_days,
    });
    await this.programItems.replace(program, items);
    return {
      program: presentProgram(await this.programs.shown(program.id), await this.items.ofProgram(program.id)),
    };
  }
}
