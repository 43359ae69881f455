export interface Named {
  id: string;
  username: string | null;
}

export interface User {
  id: string;
  username: string | null;
  first_name: string | null;
  last_name: string | null;
  role: string;
  user_status: string;
  verified: boolean;
  type: string | null;
  created_at: string;
  email?: string;
  updated_at?: string;
}

export interface Post {
  id: string;
  title: string | null;
  status: string;
  created_at: string;
  author: Named | null;
}

export interface Media {
  id: string;
  url: string;
  type: string;
}

export interface WholePost extends Post {
  content: string | null;
  is_sensitive: boolean;
  is_ai_generated: boolean;
  updated_at: string;
  media: Media[];
  comments_count?: number;
  reactions_summary?: Record<string, number>;
}

export interface Product {
  id: string;
  title: string;
  price: number;
  status: string;
  created_at: string;
  seller: Named | null;
}

export interface Report {
  id: string;
  reportable_id: string;
  reportable_type: 'post' | 'user' | 'product' | 'comment';
  reason: string;
  description?: string | null;
  status: string;
  resolved_by: string | null;
  resolved_at: string | null;
  created_at: string;
  reporter?: Named | null;
}

export interface Reported {
  id: string;
  type: string;
  title?: string | null;
  text?: string | null;
  author?: Named | null;
  status?: string | null;
  created_at: string;
}

export interface Ad {
  id: string;
  title: string;
  status: string;
  budget: number;
  spent_budget: number;
  views_count: number;
  created_at: string;
  owner: Named | null;
  media_url?: string | null;
  target_url?: string | null;
}

export interface Job {
  id: string;
  title: string;
  status: string;
  location: string;
  description?: string | null;
  created_at: string;
  updated_at: string;
  poster: Named | null;
}

export interface Category {
  id: string;
  name: string;
  parent_id: string | null;
  slug: string;
}

export interface BlacklistEntry {
  id: string;
  type: string;
  value: string;
  reason: string | null;
  created_at: string;
}

export interface Censor {
  id: string;
  pattern: string;
  replacement: string;
  created_at: string;
}

export interface AuthorshipRequest {
  id: string;
  user_id: string;
  status: string;
  reviewed_by: string | null;
  reviewed_at: string | null;
  created_at: string;
  note?: string | null;
  user: (Named & { first_name: string | null; last_name: string | null; avatar_url: string | null }) | null;
}

export interface Withdrawal {
  id: string;
  user_id: string | null;
  amount: number;
  status: string;
  created_at: string;
  processor_transfer_id: string | null;
  decided_at: string | null;
  decided_by: string | null;
}

export interface Badge {
  id: string;
  name: string;
  description: string;
  icon_url: string;
}

export interface Sticker {
  id?: string;
  name: string;
  image_url: string;
}

export interface StickerPack {
  id: string;
  name: string;
  thumbnail_url: string;
  stickers: Sticker[];
}

export interface RoomCategory {
  id: string;
  name: string;
  icon: string | null;
  position: number;
}

export interface AuditEntry {
  id: string;
  action: string;
  admin_id: string | null;
  admin: Named | null;
  data: Record<string, unknown>;
  created_at: string;
}

export interface Day {
  date: string;
  sign_ups: number;
  posts: number;
  revenue: number;
}

export interface Overview {
  waiting: Record<'reports' | 'ads' | 'jobs' | 'authorship_requests' | 'withdrawals' | 'flagged_posts', number>;
  totals: { users: number; posts: number; revenue: number };
  days: Day[];
}
