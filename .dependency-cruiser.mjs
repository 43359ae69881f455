/** The edge table of the house: which folder may import which. No exceptions inline. */
const SERVICES = 'jobs|mail|files|events|web-events';
const NOTIFIERS = 'realtime|notifications';
const AREAS = 'social|community|moderation|listings';

/** `from` may import itself and `allowed`, and nothing else of ours. */
const edge = (name, from, allowed, except = []) => ({
  name,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: {
    path: '^src/',
    pathNot: [`^src/${from.includes('|') ? '$1' : from}/`, ...allowed.map((to) => `^src/(${to})/`), ...except],
  },
});

const WORD_FILTER = '^src/moderation/((word-filter|censors|blacklist)/|reports/reportable\\.ts)';
/** Blocks keep people apart wherever they meet, and everything that is found is found by one search. */
const MEETING =
  '^src/social/(blocks/blocked\\.sql|follows/(follows\\.module|online-followers\\.service)|search/search\\.service\\.ts)';
const BASE = ['platform', SERVICES, NOTIFIERS, 'account'];

export default {
  forbidden: [
    edge('platform-knows-nothing-of-ours', 'platform', []),
    edge('services-stand-on-the-platform', `(${SERVICES})`, ['platform', SERVICES]),
    edge('notifiers-stand-on-services', `(${NOTIFIERS})`, ['platform', SERVICES, NOTIFIERS]),
    edge('account', 'account', ['platform', SERVICES, NOTIFIERS]),
    edge('payments', 'payments', BASE),
    edge('the-console-is-a-page', 'console', ['platform']),
    edge('moderation', 'moderation', BASE),
    edge('listings', 'listings', BASE, [WORD_FILTER]),
    edge('social', 'social', BASE, [WORD_FILTER]),
    edge('community', 'community', [...BASE, 'payments'], [WORD_FILTER, MEETING]),
    {
      name: 'kernel-never-sees-an-app',
      severity: 'error',
      from: { path: '^src/apps/(kernel|contracts|platform-actions)/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/apps/(kernel|contracts|platform-actions)/',
          `^src/(platform|${SERVICES}|${NOTIFIERS}|account|payments)/`,
        ],
      },
    },
    {
      name: 'an-app-never-sees-another',
      severity: 'error',
      from: { path: '^src/apps/([^/]+)/', pathNot: '^src/apps/(kernel|contracts|platform-actions)/' },
      to: { path: '^src/apps/[^/]+/', pathNot: ['^src/apps/$1/', '^src/apps/(kernel|contracts)/'] },
    },
    {
      name: 'an-app-stands-on-the-kernel-and-services',
      severity: 'error',
      from: { path: '^src/apps/[^/]+/', pathNot: '^src/apps/(kernel|contracts|platform-actions)/' },
      to: { path: `^src/(${AREAS}|admin)/`, pathNot: '^src/moderation/reports/reportable\\.ts' },
    },
    {
      name: 'nobody-sees-admin',
      severity: 'error',
      from: { path: '^src/(?!admin/|app\\.module)' },
      to: { path: '^src/admin/' },
    },
    {
      name: 'typeorm-stays-in-its-rooms',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '\\.entity\\.ts$',
          '\\.repository\\.ts$',
          '/migrations/',
          '^src/platform/database/',
          '^src/apps/kernel/rows/',
        ],
      },
      to: { path: 'node_modules/typeorm' },
    },
    {
      name: 'the-processor-has-one-client',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/payments/processor/' },
      to: { path: 'node_modules/stripe' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circles-in-apps-even-of-types',
      severity: 'error',
      from: { path: '^src/apps/' },
      to: { circular: true, viaOnly: { path: '^src/apps/' } },
    },
    {
      name: 'source-needs-no-development-package',
      severity: 'error',
      // The pretty log and the processor's sandbox are loaded at run time, and only outside production.
      from: {
        path: '^src/',
        pathNot: ['^src/platform/process/log\\.ts$', '^src/payments/processor/open-processor\\.ts$'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
