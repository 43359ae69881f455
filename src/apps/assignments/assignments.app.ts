import { SweepFiles } from './jobs/sweep-files.job.js';
import { DueReminders } from './jobs/due-reminders.job.js';
import { CloseAssignments } from './jobs/close-assignments.job.js';
import { ForgetTeacher } from './forget-teacher.js';
import { FilesModule } from '../../files/files.module.js';
import { App } from '../kernel/app.js';
import { AddComment } from './actions/add-comment.action.js';
import { CreateAssignment } from './actions/create-assignment.action.js';
import { GetAssignment } from './actions/get-assignment.action.js';
import { GetSubmission } from './actions/get-submission.action.js';
import { GradeSubmission } from './actions/grade-submission.action.js';
import { JoinAssignment } from './actions/join-assignment.action.js';
import { ListAssignments } from './actions/list-assignments.action.js';
import { ListSubmissions } from './actions/list-submissions.action.js';
import { ReleaseGrades } from './actions/release-grades.action.js';
import { SaveSubmission } from './actions/save-submission.action.js';
import { SetLearners } from './actions/set-learners.action.js';
import { UpdateAssignment } from './actions/update-assignment.action.js';
import { AssignmentsExport } from './assignments.export.js';
import { AssignmentsService } from './assignments.service.js';
import { AssignmentsSettings } from './assignments.settings.js';
import { AssignmentsStats } from './assignments.stats.js';
import { AssignmentComment, AssignmentFile, Submission } from './entities/submission.entity.js';
import { Assignment, AssignmentLearner } from './entities/assignment.entity.js';
import { Assignments1790000030560 } from './migrations/1790000030560-assignments.js';
import { KeptSubmissions1790000030570 } from './migrations/1790000030570-kept-submissions.js';

@App({
  slug: 'assignments',
  name: 'Assignments',
  description: 'Work with a due date: set, handed in, marked by points or a rubric, and given back to all together.',
  icon: 'clipboard-check',
  category: 'learning',
  version: '1.0.0',
  uses: ['notifications'],
  entities: [Assignment, AssignmentLearner, Submission, AssignmentFile, AssignmentComment],
  migrations: [Assignments1790000030560, KeptSubmissions1790000030570],
  actions: [
    CreateAssignment,
    UpdateAssignment,
    SetLearners,
    JoinAssignment,
    ListAssignments,
    GetAssignment,
    SaveSubmission,
    ListSubmissions,
    GetSubmission,
    GradeSubmission,
    ReleaseGrades,
    AddComment,
  ],
  settings: AssignmentsSettings,
  stats: AssignmentsStats,
  exports: AssignmentsExport,
  service: AssignmentsService,
  imports: [FilesModule],
  providers: [ForgetTeacher, CloseAssignments, DueReminders, SweepFiles],
})
export class AssignmentsApp {}
