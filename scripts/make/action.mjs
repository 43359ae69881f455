/** What only looks. */
const READS = /^(get|list|search|find|read|preview|check|count|describe|verify)(-|$)/;

/** A file of one action, as it is before somebody says what it does. */
export function actionFile({ action, Class, access, target, words }) {
  const isPublic = access === 'public';
  const declared = [
    `access: '${access}',`,
    target ? `target: { entity: ${target.entity}, by: '${target.by}', thing: '${target.thing}' },` : '',
    READS.test(action) || isPublic ? '' : 'changes: true,',
    READS.test(action) || isPublic || target ? '' : 'about: null,',
    `description: '${words}.',`,
    target ? 'input: Input,' : '',
    'result: Result,',
  ];
  const ofTarget = target
    ? `class Input { @Uuid() ${target.by}!: string; }\n\nclass Result { @Uuid() id!: string; }`
    : 'class Result { @IsString() message!: string; }';
  const run = target
    ? `async run({ target }: Call<Input, ${target.entity}>) { return { id: target.id }; }`
    : "async run() { return { message: 'Done' }; }";
  const imports = target
    ? [
        "import { Uuid } from '../../../platform/http/fields.js';",
        "import { Action, type Call } from '../../kernel/calls/action.js';",
        `import { ${target.entity} } from '../entities/${target.file}';`,
      ]
    : ["import { IsString } from 'class-validator';", "import { Action } from '../../kernel/calls/action.js';"];
  return `${imports.join('\n')}

${ofTarget}

@Action('${action}', {
  ${declared.filter(Boolean).join('\n  ')}
})
export class ${Class} {
  ${run}
}
`;
}
