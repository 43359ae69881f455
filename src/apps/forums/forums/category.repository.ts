import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ForumCategory } from './forum.entity.js';

@AppProvider()
export class CategoryRepository extends EntityRepository<ForumCategory> {
  protected readonly entity = ForumCategory;

  listOfForum(forum_id: string): Promise<ForumCategory[]> {
    return this.find({ forum_id }, { order: { position: 'ASC', created_at: 'ASC', id: 'ASC' } });
  }
}
