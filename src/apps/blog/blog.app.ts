import { WebEventsModule } from '../../web-events/web-events.module.js';
import { App } from '../kernel/app.js';
import { CreatePost } from './actions/create-post.action.js';
import { DeletePost } from './actions/delete-post.action.js';
import { GetPostStats } from './actions/get-post-stats.action.js';
import { GetPost } from './actions/get-post.action.js';
import { ListPosts } from './actions/list-posts.action.js';
import { ListRevisions } from './actions/list-revisions.action.js';
import { PublishPost } from './actions/publish-post.action.js';
import { RestoreRevision } from './actions/restore-revision.action.js';
import { SaveBlog } from './actions/save-blog.action.js';
import { UnpublishPost } from './actions/unpublish-post.action.js';
import { UpdatePost } from './actions/update-post.action.js';
import { BlogExport } from './blog.export.js';
import { BlogService } from './blog.service.js';
import { BlogSettings } from './blog.settings.js';
import { BlogStats, BlogViews } from './blog.stats.js';
import { BlogSurface } from './blog.surface.js';
import { Blog, BlogHandle } from './blogs/blog.entity.js';
import { DropRevisionsJob } from './jobs/drop-revisions.job.js';
import { EmptyTrashJob } from './jobs/empty-trash.job.js';
import { RenderAnewJob } from './jobs/render-anew.job.js';
import { Blog1790000038000 } from './migrations/1790000038000-blog.js';
import { FiguresInIndex1790000038010 } from './migrations/1790000038010-figures-in-index.js';
import { Post, PostSlug } from './posts/post.entity.js';
import { Revision } from './revisions/revision.entity.js';
import { BlogDayValue, BlogRollupState, PostDay, PostDayValue, PostView } from './views/view.entity.js';

@App({
  slug: 'blog',
  name: 'Blog',
  description:
    'A hosted blog: Markdown posts with drafts, scheduling, revisions, tags and a feed, on an own domain if wanted.',
  icon: 'pen',
  category: 'marketing',
  version: '1.0.0',
  uses: [],
  imports: [WebEventsModule],
  entities: [
    Blog,
    BlogHandle,
    Post,
    PostSlug,
    Revision,
    PostView,
    PostDay,
    PostDayValue,
    BlogDayValue,
    BlogRollupState,
  ],
  migrations: [Blog1790000038000, FiguresInIndex1790000038010],
  actions: [
    SaveBlog,
    CreatePost,
    UpdatePost,
    PublishPost,
    UnpublishPost,
    DeletePost,
    ListPosts,
    GetPost,
    ListRevisions,
    RestoreRevision,
    GetPostStats,
  ],
  settings: BlogSettings,
  stats: BlogStats,
  exports: BlogExport,
  service: BlogService,
  surface: BlogSurface,
  providers: [BlogViews, EmptyTrashJob, DropRevisionsJob, RenderAnewJob],
})
export class BlogApp {}
