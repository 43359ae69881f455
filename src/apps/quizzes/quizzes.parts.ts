import { Accommodate } from './attempts/accommodate.js';
import { AccommodationRepository } from './attempts/accommodation.repository.js';
import { AccessCodes } from './attempts/access-codes.js';
import { AnswerRepository } from './attempts/answer.repository.js';
import { AttemptRepository } from './attempts/attempt.repository.js';
import { FinishAttempts } from './attempts/finish-attempts.js';
import { Openings } from './attempts/openings.js';
import { OwnStanding } from './attempts/own-standing.js';
import { SaveAnswers } from './attempts/save-answers.js';
import { ShowAttempt } from './attempts/show-attempt.js';
import { StandingRepository } from './attempts/standing.repository.js';
import { StartAttempt } from './attempts/start-attempt.js';
import { ClosingSoon } from './jobs/closing-soon.job.js';
import { DropPreviews } from './jobs/drop-previews.job.js';
import { NoticeRepository } from './jobs/notice.repository.js';
import { OpenResults } from './jobs/open-results.job.js';
import { Regrade } from './jobs/regrade.job.js';
import { SubmitOverdue } from './jobs/submit-overdue.job.js';
import { TellOfWaiting } from './jobs/tell-of-waiting.job.js';
import { AddQuestions } from './questions/add-questions.js';
import { ChangeQuestion } from './questions/change-question.js';
import { QuestionImages } from './questions/question-images.js';
import { QuestionRepository } from './questions/question.repository.js';
import { QuizNews } from './quiz-news.js';
import { ChangeQuiz } from './quizzes/change-quiz.js';
import { MakeQuiz } from './quizzes/make-quiz.js';
import { OwnCourse } from './quizzes/own-course.js';
import { QuizListRepository } from './quizzes/quiz-list.repository.js';
import { QuizRepository } from './quizzes/quiz.repository.js';
import { QuizzesPresenter } from './quizzes.presenter.js';
import { AnalysisRepository } from './results/analysis.repository.js';
import { GradebookRepository } from './results/gradebook.repository.js';
import { ItemAnalysis } from './results/item-analysis.js';
import { Regrading } from './results/regrading.js';
import { Results } from './results/results.js';
import { ScoreRepository } from './results/score.repository.js';
import { StatsRepository } from './stats.repository.js';

const QUIZZES = [QuizRepository, QuizListRepository, OwnCourse, MakeQuiz, ChangeQuiz, QuizzesPresenter, QuizNews];
const QUESTIONS = [QuestionRepository, QuestionImages, AddQuestions, ChangeQuestion];
const ATTEMPTS = [
  AttemptRepository,
  AnswerRepository,
  AccommodationRepository,
  StandingRepository,
  AccessCodes,
  Openings,
  StartAttempt,
  SaveAnswers,
  FinishAttempts,
  ShowAttempt,
  OwnStanding,
  Accommodate,
];
const RESULTS = [
  ScoreRepository,
  Results,
  Regrading,
  GradebookRepository,
  AnalysisRepository,
  ItemAnalysis,
  StatsRepository,
];
const JOBS = [NoticeRepository, SubmitOverdue, OpenResults, ClosingSoon, TellOfWaiting, Regrade, DropPreviews];

/** What the actions stand on. */
export const QUIZ_PARTS = [...QUIZZES, ...QUESTIONS, ...ATTEMPTS, ...RESULTS, ...JOBS];
