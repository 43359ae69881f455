import { IsObject, IsString } from 'class-validator';
import { AppProvider } from '../../kernel/app-provider.js';
import { viewOf } from '../../kernel/rows/view.js';
import { Nullable } from '../../../platform/http/fields.js';
import { FilesService } from '../../../files/files.service.js';
import { notFound } from '../../../platform/http/refusal.js';
import { type QuestionData, type QuestionKey, QuizQuestion } from '../entities/quiz.entity.js';

const HOURS_4 = 4 * 60 * 60;

/** As its owner sees it. */
export class QuestionView extends viewOf(QuizQuestion) {
  /** Works for four hours. */
  @Nullable() @IsString() image_url!: string | null;
  /** What there is to choose from, with ids. */
  @IsObject() declare data: QuestionData;
  @IsObject() declare answer: QuestionKey;
}

/** The images of questions: files that the owner of the quiz has uploaded, each for one question. */
@AppProvider()
export class QuestionImagesService {
  constructor(private readonly files: FilesService) {}

  async take(fileIds: string[], ownerId: string): Promise<void> {
    if (!fileIds.length) return;
    const arrived = await this.files.arrived(fileIds, ownerId);
    if (arrived.length !== fileIds.length || !arrived.every(({ type }) => type.startsWith('image/')))
      throw notFound('File');
    await this.files.attach(fileIds, ownerId, 'image_file_id');
  }

  /** `wanted`: undefined changes nothing, null removes the image. */
  async replace({ image_file_id }: QuizQuestion, wanted: string | null | undefined, ownerId: string): Promise<void> {
    if (wanted === undefined || wanted === image_file_id) return;
    await this.take(wanted ? [wanted] : [], ownerId);
    await this.drop(image_file_id);
  }

  drop(fileId: string | null): Promise<void> {
    return this.files.release(fileId ? [fileId] : []);
  }

  present(question: QuizQuestion): QuestionView {
    return { ...question, image_url: this.url(question.image_file_id) };
  }

  /** Works for four hours. */
  url(fileId: string | null): string | null {
    return fileId && this.files.downloadable(fileId, { seconds: HOURS_4, inline: true }).download_url;
  }
}
