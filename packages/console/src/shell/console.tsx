import { QueryClient } from '@tanstack/react-query';
import { Admin, memoryStore, Resource } from 'react-admin';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { makeDataProvider } from '../api/data-provider';
import { AuditPage } from '../audit/audit-page';
import { AuthorshipPage } from '../authorship/authorship-page';
import { CategoriesPage } from '../categories/categories-page';
import { BadgesPage } from '../community/badges-page';
import { RoomCategoriesPage } from '../community/room-categories-page';
import { StickerPacksPage } from '../community/sticker-packs-page';
import { AdsPage } from '../listings/ads-page';
import { JobsPage } from '../listings/jobs-page';
import { useIsDark } from '../look/appearance';
import { themeOf } from '../look/theme';
import { BlacklistPage } from '../moderation/blacklist-page';
import { CensorsPage } from '../moderation/censors-page';
import { OverviewPage } from '../overview/overview-page';
import { PostPage } from '../posts/post-page';
import { PostsPage } from '../posts/posts-page';
import { ProductsPage } from '../products/products-page';
import { ReportsPage } from '../reports/reports-page';
import { authProvider } from '../session/auth-provider';
import { UserPage } from '../users/user-page';
import { UsersPage } from '../users/users-page';
import { WithdrawalsPage } from '../withdrawals/withdrawals-page';
import { Layout } from './layout';
import { NotFound } from './not-found';

/** A refusal stays one, however often it is asked for. */
const retry = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

const dataProvider = makeDataProvider();
const queryClient = new QueryClient({ defaultOptions: { queries: { retry } } });
// What a view is set to stands in its address; kept from before, it would only surprise.
const store = memoryStore();
const light = themeOf(false);
const dark = themeOf(true);

function Pages() {
  const isDark = useIsDark();
  return (
    <Admin
      authProvider={authProvider}
      catchAll={NotFound}
      dashboard={OverviewPage}
      dataProvider={dataProvider}
      darkTheme={null}
      disableTelemetry
      layout={Layout}
      loginPage={false}
      queryClient={queryClient}
      store={store}
      theme={isDark ? dark : light}
      title="Console"
    >
      <Resource name="users" list={UsersPage} edit={UserPage} />
      <Resource name="posts" list={PostsPage} edit={PostPage} />
      <Resource name="products" list={ProductsPage} />
      <Resource name="reports" list={ReportsPage} />
      <Resource name="ads" list={AdsPage} />
      <Resource name="jobs" list={JobsPage} />
      <Resource name="categories" list={CategoriesPage} />
      <Resource name="blacklist" list={BlacklistPage} />
      <Resource name="censors" list={CensorsPage} />
      <Resource name="authorship-requests" list={AuthorshipPage} />
      <Resource name="withdrawals" list={WithdrawalsPage} />
      <Resource name="badges" list={BadgesPage} />
      <Resource name="sticker-packs" list={StickerPacksPage} />
      <Resource name="room-categories" list={RoomCategoriesPage} />
      <Resource name="audit" list={AuditPage} />
    </Admin>
  );
}

const router = createBrowserRouter([{ path: '*', element: <Pages /> }], { basename: '/console' });

export function Console() {
  return <RouterProvider router={router} />;
}
