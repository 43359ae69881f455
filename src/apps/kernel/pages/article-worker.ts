import { parentPort } from 'node:worker_threads';
import { type Article, type ArticleOptions, renderArticle } from './article.js';

export interface ArticleRequest extends ArticleOptions {
  id: number;
  source: string;
}

export type ArticleReply = { id: number; article: Article };

parentPort?.on('message', ({ id, source, follow }: ArticleRequest) => {
  const reply: ArticleReply = { id, article: renderArticle(source, { follow }) };
  parentPort?.postMessage(reply, []);
});
