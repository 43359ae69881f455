import { AssignmentNews } from './assignment-news.js';
import { FileRepository } from './files/file.repository.js';
import { WorkFiles } from './files/work-files.js';
import { ForgetTeacher } from './forget-teacher.js';
import { GradeRepository } from './grading/grade.repository.js';
import { GradeSubmission } from './grading/grade-submission.js';
import { Passing } from './grading/passing.js';
import { CloseAssignments } from './jobs/close-assignments.job.js';
import { ClosingRepository } from './jobs/closing.repository.js';
import { CompleteLessons } from './jobs/complete-lessons.job.js';
import { DueReminders } from './jobs/due-reminders.job.js';
import { ReminderRepository } from './jobs/reminder.repository.js';
import { SweepFiles } from './jobs/sweep-files.job.js';
import { SweepRepository } from './jobs/sweep.repository.js';
import { TellSubmissions } from './jobs/tell-submissions.job.js';
import { JoinByCode } from './learners/join-assignment.js';
import { LearnerRepository } from './learners/learner.repository.js';
import { RosterRepository } from './learners/roster.repository.js';
import { SetLearners } from './learners/set-learners.js';
import { TellOfChange } from './learners/tell-of-change.js';
import { StatsRepository } from './stats.repository.js';
import { MyWork } from './submissions/my-work.js';
import { ReadSubmission } from './submissions/read-submission.js';
import { SaveSubmission } from './submissions/save-submission.js';
import { SubmissionRepository } from './submissions/submission.repository.js';
import { AddComment } from './talk/add-comment.js';
import { CommentRepository } from './talk/comment.repository.js';
import { AssignmentListRepository } from './work/assignment-list.repository.js';
import { AssignmentRepository } from './work/assignment.repository.js';
import { ChangeAssignment } from './work/change-assignment.js';
import { OpenAssignment } from './work/open-assignment.js';

const WORK = [AssignmentRepository, AssignmentListRepository, ChangeAssignment, OpenAssignment];
const LEARNERS = [LearnerRepository, RosterRepository, SetLearners, JoinByCode, TellOfChange];
const SUBMISSIONS = [SubmissionRepository, SaveSubmission, ReadSubmission, MyWork];
const FILES = [FileRepository, WorkFiles];
const GRADING = [GradeRepository, GradeSubmission, Passing];
const TALK = [CommentRepository, AddComment, AssignmentNews];
const JOBS = [
  ClosingRepository,
  ReminderRepository,
  SweepRepository,
  TellSubmissions,
  CloseAssignments,
  DueReminders,
  SweepFiles,
  CompleteLessons,
];

/** What the actions stand on. */
export const ASSIGNMENT_PARTS = [
  ...WORK,
  ...LEARNERS,
  ...SUBMISSIONS,
  ...FILES,
  ...GRADING,
  ...TALK,
  ...JOBS,
  StatsRepository,
  ForgetTeacher,
];
