import type { ProfileRow } from './user.repository.js';
import type { OwnProfile, PublicProfile } from './users.dto.js';

export function presentPublic(row: ProfileRow): PublicProfile {
  const { id, username, first_name, last_name, avatar_url, bio, type, verified, created_at } = row;
  const { posts_count, followers_count, following_count } = row;
  const counts = { posts_count, followers_count, following_count };
  return { id, username, first_name, last_name, avatar_url, bio, type, verified, created_at, ...counts };
}

export function presentOwn(row: ProfileRow): OwnProfile {
  const { email, role, user_status: status, updated_at } = row;
  const { subscription_plan, subscription_status, subscription_expires_at } = row;
  const subscription = { subscription_plan, subscription_status, subscription_expires_at };
  return {
    ...presentPublic(row),
    email,
    email_verified: row.email_verified_at !== null,
    role,
    status,
    ...subscription,
    privacy: { follower_approval: row.follower_approval },
    updated_at,
  };
}
