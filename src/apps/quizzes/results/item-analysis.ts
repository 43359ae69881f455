import { AppProvider } from '../../kernel/app-provider.js';
import { type AnalysedQuestion, AnalysisRepository, type GivenResponse } from './analysis.repository.js';

export const FLAGS = ['too_easy', 'too_hard', 'check_key'] as const;

const COMMONEST = 10;

/** What the attempts at a quiz say of its questions. */
@AppProvider()
export class ItemAnalysis {
  constructor(private readonly rows: AnalysisRepository) {}

  async of(quizId: string) {
    const [summary, questions, responses] = await Promise.all([
      this.rows.summary(quizId),
      this.rows.questions(quizId),
      this.rows.responses(quizId),
    ]);
    const items = questions.map((row) =>
      itemOf(
        row,
        responses.filter(({ question_id }) => question_id === row.id),
      ),
    );
    return { ...summary, questions: items };
  }
}

function itemOf({ data, ...question }: AnalysedQuestion, given: GivenResponse[]) {
  const { difficulty, discrimination } = question;
  const flags = [
    difficulty !== null && difficulty >= 0.95 && 'too_easy',
    difficulty !== null && difficulty <= 0.2 && 'too_hard',
    discrimination !== null && discrimination < 0 && 'check_key',
  ].filter((flag) => flag !== false);
  return { ...question, responses: responsesOf(data, given), flags };
}

/** Each option, whether it was chosen or not; of what is written, the commonest. */
function responsesOf({ options }: AnalysedQuestion['data'], given: GivenResponse[]) {
  const counts = new Map(given.map(({ response, count }) => [response, count]));
  if (options) return options.map(({ id, text }) => ({ response: id, text, count: counts.get(id) ?? 0 }));
  return given.slice(0, COMMONEST).map(({ response, count }) => ({ response, text: response, count }));
}
