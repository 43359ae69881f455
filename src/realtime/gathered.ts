/** Each of them may be about hundreds of things. */
const QUESTIONS_AT_ONCE = 100;

interface Question<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** What is asked while a question is on its way goes together in the next: of thousands who come at once, few ask. */
export class Gathered<Asked, Answer> {
  private readonly waiting: Question<Asked, Answer>[] = [];
  private isAsking = false;

  /** Answers in the order of the questions. */
  constructor(private readonly answer: (asked: Asked[]) => Promise<Answer[]>) {}

  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ asked, resolve, reject });
      if (!this.isAsking) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length) {
      const some = this.waiting.splice(0, QUESTIONS_AT_ONCE);
      try {
        const answers = await this.answer(some.map(({ asked }) => asked));
        some.forEach(({ resolve }, at) => resolve(answers[at] as Answer));
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.isAsking = false;
  }
}
