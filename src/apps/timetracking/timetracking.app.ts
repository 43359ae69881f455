import { App } from '../kernel/app.js';
import { BulkUpdateEntries } from './actions/bulk-update-entries.action.js';
import { CreateEntry } from './actions/create-entry.action.js';
import { CreateInvoice } from './actions/create-invoice.action.js';
import { CreateProject } from './actions/create-project.action.js';
import { DeleteEntry } from './actions/delete-entry.action.js';
import { DiscardTimer } from './actions/discard-timer.action.js';
import { GetCurrentTimer } from './actions/get-current-timer.action.js';
import { GetProject } from './actions/get-project.action.js';
import { GetReport } from './actions/get-report.action.js';
import { ListEntries } from './actions/list-entries.action.js';
import { ListProjects } from './actions/list-projects.action.js';
import { LockPeriod } from './actions/lock-period.action.js';
import { SaveTask } from './actions/save-task.action.js';
import { StartTimer } from './actions/start-timer.action.js';
import { StopTimer } from './actions/stop-timer.action.js';
import { UpdateEntry } from './actions/update-entry.action.js';
import { UpdateProject } from './actions/update-project.action.js';
import { Entry, InvoiceBatch } from './entities/entry.entity.js';
import { OwnerState, Project, Task } from './entities/project.entity.js';
import { TimeSum } from './entities/time-sum.entity.js';
import { EndForgottenTimers } from './jobs/end-forgotten-timers.job.js';
import { FoldSums } from './jobs/fold-sums.job.js';
import { ReleaseBatches } from './jobs/release-batches.job.js';
import { Timetracking1790000039900 } from './migrations/1790000039900-timetracking.js';
import { CoveringEntries1790000040330 } from './migrations/1790000040330-covering-entries.js';
import { TimeSums1790000040360 } from './migrations/1790000040360-time-sums.js';
import { CoveringTags1790000040361 } from './migrations/1790000040361-covering-tags.js';
import { TimetrackingExport } from './timetracking.export.js';
import { TimetrackingSettings } from './timetracking.settings.js';
import { TimetrackingStats } from './timetracking.stats.js';

@App({
  slug: 'timetracking',
  name: 'Time Tracking',
  description: 'Working time with a timer or by hand, projects with rates and budgets, reports, and invoices of hours.',
  icon: 'clock',
  category: 'productivity',
  version: '1.0.0',
  uses: ['invoicing'],
  entities: [Project, Task, Entry, InvoiceBatch, OwnerState, TimeSum],
  migrations: [
    Timetracking1790000039900,
    CoveringEntries1790000040330,
    TimeSums1790000040360,
    CoveringTags1790000040361,
  ],
  actions: [
    CreateProject,
    UpdateProject,
    ListProjects,
    GetProject,
    SaveTask,
    StartTimer,
    StopTimer,
    GetCurrentTimer,
    DiscardTimer,
    CreateEntry,
    UpdateEntry,
    DeleteEntry,
    ListEntries,
    BulkUpdateEntries,
    GetReport,
    CreateInvoice,
    LockPeriod,
  ],
  settings: TimetrackingSettings,
  stats: TimetrackingStats,
  exports: TimetrackingExport,
  providers: [EndForgottenTimers, FoldSums, ReleaseBatches],
})
export class TimetrackingApp {}
