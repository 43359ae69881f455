import { answerWith } from '../../../platform/http/answers.js';
import { Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { BiolinksSettings } from '../biolinks.settings.js';
import { handleTaken, PageHandles } from '../pages/handles.js';
import { PageAddressesService } from '../pages/page-addresses.service.js';
import { Handle, PageFields } from '../pages/page.inputs.js';
import { PageRepository } from '../pages/page.repository.js';
import { PageView } from '../pages/page.views.js';
import { HANDLE_FAULTS } from '../refusals.js';

const MOST = 10;

class Input extends PageFields {
  @Handle() handle!: string;
  @Written(1, 80) title!: string;
}

class Result extends answerWith('page', () => PageView) {}

@Action('create-page', {
  access: 'authenticated',
  changes: true,
  about: 'page',
  description: 'Makes a page without blocks, which is not published yet.',
  input: Input,
  result: Result,
  refuses: { 400: HANDLE_FAULTS, 409: ['Handle is taken', 'Page limit reached'] },
})
export class CreatePage {
  constructor(
    private readonly pages: PageRepository,
    private readonly handles: PageHandles,
    private readonly settings: AppSettings,
    private readonly addresses: PageAddressesService,
  ) {}

  prepare({ input, caller }: Preparation<Input>): Promise<void> {
    return this.handles.expectFree(input.handle.toLowerCase(), { id: null, keeper: caller.id });
  }

  async run({ input, caller, operationId }: Call<Input>): Promise<Result> {
    const { title, bio, avatar_url, theme } = input;
    const handle = input.handle.toLowerCase();
    const { default_theme } = await this.settings.of(BiolinksSettings, caller.id);
    await this.pages.lockOwner(caller.id);
    if ((await this.pages.countWhere({ owner_id: caller.id })) >= MOST) throw new Refusal(409, 'Page limit reached');
    const values = { id: operationId, owner_id: caller.id, handle, title, bio, avatar_url };
    const page = await this.pages.insertIfAbsent({ ...values, theme: theme ?? default_theme });
    if (!page) throw handleTaken;
    await this.handles.took(handle, { id: page.id, keeper: caller.id }, null);
    return { page: this.addresses.show(page) };
  }
}
