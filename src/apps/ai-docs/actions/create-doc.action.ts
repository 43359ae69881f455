import { IsBoolean } from 'class-validator';
import { Chars, Nested, Nullable, Optional } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PromisedUpload } from '../../kernel/files/uploads.js';
import { present } from '../../kernel/rows/view.js';
import { Body, Tags, Title } from '../ai-docs.inputs.js';
import { DocView } from '../ai-docs.views.js';
import { ImportFields, ImportsService, NOT_ALLOWED } from '../imports/imports.service.js';
import { expectLanguage, UNKNOWN_LANGUAGE } from '../languages.js';
import { RunsService } from '../runs/runs.service.js';
import { DocRepository } from '../writing/doc.repository.js';
import { WritingService } from '../writing/writing.service.js';

class Input {
  @Title() title!: string;
  /** Markdown. */
  @Optional() @Body() body?: string;
  @Optional() @Tags() tags?: string[];
  /** A text search configuration of PostgreSQL, such as `german`. */
  @Optional() @Chars(1, 60) language?: string;
  /** False: no text of it is sent to the AI provider. */
  @Optional() @IsBoolean() ai_allowed?: boolean;
  /** A file whose text becomes the body. */
  @Optional() @Nested(() => ImportFields) import?: ImportFields;
}

class Result {
  @Nested(() => DocView) doc!: DocView;
  @Nullable() @Nested(() => PromisedUpload) upload!: PromisedUpload | null;
}

const MOST_DOCS = 2_000;
const TWO_BODIES = 'Give a body or an import';
const LIMIT = 'Doc limit reached';

@Action('create-doc', {
  access: 'authenticated',
  changes: true,
  about: 'doc',
  description: 'Makes a document of Markdown, or of a file that is sent to the address in the answer.',
  input: Input,
  result: Result,
  refuses: { 400: [TWO_BODIES, NOT_ALLOWED, UNKNOWN_LANGUAGE], 409: [LIMIT] },
})
export class CreateDoc {
  constructor(
    private readonly docs: DocRepository,
    private readonly writing: WritingService,
    private readonly imports: ImportsService,
    private readonly runs: RunsService,
  ) {}

  async run({ input, caller, operationId }: Call<Input>): Promise<Result> {
    const { import: file, body = '', title, tags = [] } = input;
    if (file && input.body !== undefined) throw new Refusal(400, TWO_BODIES);
    expectLanguage(input.language);
    await this.docs.lockOwner(caller.id);
    if ((await this.docs.countWhere({ owner_id: caller.id })) >= MOST_DOCS) throw new Refusal(409, LIMIT);
    const settings = await this.runs.settingsOf(caller.id);
    const promised = file && (await this.imports.promise(caller.id, file));
    const values = {
      id: operationId,
      owner_id: caller.id,
      title,
      tags,
      language: input.language ?? settings.language,
      ai_allowed: input.ai_allowed ?? settings.ai_allowed,
      ...promised?.columns,
    };
    const doc = await this.writing.create(values, body);
    if (promised) await this.imports.lookLater(doc.id);
    return { doc: present(DocView, doc), upload: promised?.upload ?? null };
  }
}
