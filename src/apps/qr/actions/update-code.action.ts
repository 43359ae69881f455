import { ArrayMaxSize, IsArray, IsBoolean, IsIn } from 'class-validator';
import { Chars, Instant, Nested, Nullable, Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { ByKind } from '../../kernel/calls/by-kind.js';
import { Logo, Tags } from '../code.inputs.js';
import { CodeChangesService, type CheckedChanges, valuesFor } from '../codes/code-changes.service.js';
import { CodeCreationService } from '../codes/code-creation.service.js';
import { CodeRepository } from '../codes/code.repository.js';
import { CodeTargetRepository, targetOf } from '../codes/code-target.repository.js';
import { CodesService } from '../codes/codes.service.js';
import { CONTENTS } from '../contents/contents.js';
import { Style } from '../drawing/style.input.js';
import { Code, CODE } from '../entities/code.entity.js';
import { CodeView } from '../qr.views.js';
import { CONFLICTS, isDeleted, WRONG } from '../refusals.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a deleted code can be brought back. */
const UNDO_MS = 30 * DAY_MS;

class Input {
  @Uuid() code_id!: string;
  @Optional() @Words(80) name?: string;
  @Optional() @ByKind(CONTENTS) content?: object;
  @Optional() @Uuid() link_id?: string;
  /** Replaces the stored one. */
  @Optional() @Nested(() => Style) style?: Style;
  @Optional() @Nullable() @Logo() logo_png?: string | null;
  @Optional() @IsIn(['active', 'paused', 'archived']) status?: 'active' | 'paused' | 'archived';
  @Optional() @Nullable() @Instant() expires_at?: string | null;
  @Optional() @Nullable() @Chars(1, 2048) fallback_url?: string | null;
  @Optional() @IsBoolean() is_image_public?: boolean;
  @Optional() @IsArray() @ArrayMaxSize(10) @Tags() tags?: string[];
}

class Result {
  @Nested(() => CodeView) code!: CodeView;
  /** The code holds something else than before, so that printed copies are out of date. */
  @IsBoolean() reprint!: boolean;
}

@Action('update-code', {
  access: 'owner',
  target: CODE,
  changes: true,
  description: 'Changes what is given; null clears. What a dynamic code leads to changes at once.',
  input: Input,
  result: Result,
  refuses: { 400: WRONG, 404: ['Short link not found'], 409: [...CONFLICTS, isDeleted().message] },
})
export class UpdateCode {
  constructor(
    private readonly changes: CodeChangesService,
    private readonly creation: CodeCreationService,
    private readonly repository: CodeRepository,
    private readonly targets: CodeTargetRepository,
    private readonly codes: CodesService,
  ) {}

  prepare({ input, target: code }: Preparation<Input, Code>): Promise<CheckedChanges> {
    expectAlive(code, input);
    return this.changes.check(code, input);
  }

  async run({ input, caller, target: code, prepared }: Call<Input, Code, undefined, CheckedChanges>): Promise<Result> {
    expectAlive(code, input);
    if (code.status === 'deleted') await this.creation.expectRoom(code.owner_id, 1);
    const values = valuesFor(code, prepared);
    await this.repository.change(code.id, values);
    const changed = { ...code, ...values };
    if (targetOf(changed) !== targetOf(code)) await this.targets.noteAll(caller.id, [changed]);
    return { code: await this.codes.show(code.id), reprint: changed.payload !== code.payload };
  }
}

/** A deleted code can only be brought back, for 30 days. */
function expectAlive({ status, updated_at }: Code, input: Input): void {
  if (status !== 'deleted') return;
  const given = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : name));
  const isUndo = input.status === 'active' && given.length === ['code_id', 'status'].length;
  if (!isUndo || updated_at.getTime() < Date.now() - UNDO_MS) throw isDeleted();
}
