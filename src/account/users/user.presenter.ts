import type { ProfileRow } from './user.repository.js';
import type { OwnProfile, PublicProfile } from './users.dto.js';

export function presentPublic(row: ProfileRow): PublicProfile {
  const { id, username, first_name, last_name, avatar_url, bio, type, verified, created_at } = row;
  const { posts_count, followers_count, following_count } = row;
  return {
    id,
    username,
    first_name,
    last_name,
    avatar_url,
    bio,
    type,
    verified,
    created_at,
    posts_count,
    followers_count,
    following_count,
  };
}

export function presentOwn(row: ProfileRow): OwnProfile {
  return {
    ...presentPublic(row),
    email: row.email,
    email_verified: row.email_verified_at !== null,
    role: row.role,
    status: row.user_status,
    subscription_plan: row.subscription_plan,
    subscription_status: row.subscription_status,
    subscription_expires_at: row.subscription_expires_at,
    privacy: { follower_approval: row.follower_approval },
    updated_at: row.updated_at,
  };
}
