import { FilesModule } from '../../files/files.module.js';
import { App } from '../kernel/app.js';
import { AddQuestions } from './actions/add-questions.action.js';
import { ArchiveQuiz } from './actions/archive-quiz.action.js';
import { CreateQuiz } from './actions/create-quiz.action.js';
import { DeleteQuestion } from './actions/delete-question.action.js';
import { GetAttempt } from './actions/get-attempt.action.js';
import { GetItemAnalysis } from './actions/get-item-analysis.action.js';
import { GetQuiz } from './actions/get-quiz.action.js';
import { GradeAnswer } from './actions/grade-answer.action.js';
import { ListAttempts } from './actions/list-attempts.action.js';
import { ListQuizzes } from './actions/list-quizzes.action.js';
import { PublishQuiz } from './actions/publish-quiz.action.js';
import { ReorderQuestions } from './actions/reorder-questions.action.js';
import { SaveAnswers } from './actions/save-answers.action.js';
import { SetAccommodation } from './actions/set-accommodation.action.js';
import { StartAttempt } from './actions/start-attempt.action.js';
import { SubmitAttempt } from './actions/submit-attempt.action.js';
import { UpdateQuestion } from './actions/update-question.action.js';
import { UpdateQuiz } from './actions/update-quiz.action.js';
import { Quiz, QuizAccommodation, QuizQuestion } from './entities/quiz.entity.js';
import { QuizAnswer, QuizAttempt } from './entities/quiz-attempt.entity.js';
import { DropPreviews } from './jobs/drop-previews.job.js';
import { ClosingSoon, NotifyToGrade } from './jobs/notification.job.js';
import { Quizzes1790000032100 } from './migrations/1790000032100-quizzes.js';
import { QuizzesExport } from './quizzes.export.js';
import { QuizzesService } from './quizzes.service.js';
import { QuizzesSettings } from './quizzes.settings.js';
import { QuizzesStats } from './quizzes.stats.js';

const QUIZZES = [CreateQuiz, UpdateQuiz, PublishQuiz, ArchiveQuiz, ListQuizzes, GetQuiz];
const QUESTIONS = [AddQuestions, UpdateQuestion, DeleteQuestion, ReorderQuestions];
const TAKING = [StartAttempt, SaveAnswers, SubmitAttempt, GetAttempt];
const RESULTS = [ListAttempts, GradeAnswer, SetAccommodation, GetItemAnalysis];

@App({
  slug: 'quizzes',
  name: 'Quizzes',
  description: 'Quizzes that stand alone or in a course: taken with every answer saved, graded, and read.',
  icon: 'list-checks',
  category: 'learning',
  version: '1.0.0',
  uses: ['notifications'],
  entities: [Quiz, QuizQuestion, QuizAttempt, QuizAnswer, QuizAccommodation],
  migrations: [Quizzes1790000032100],
  actions: [...QUIZZES, ...QUESTIONS, ...TAKING, ...RESULTS],
  settings: QuizzesSettings,
  stats: QuizzesStats,
  exports: QuizzesExport,
  service: QuizzesService,
  imports: [FilesModule],
  providers: [ClosingSoon, DropPreviews, NotifyToGrade],
})
export class QuizzesApp {}
