/** What the app `courses` is asked by others. */
export interface CoursesService {
  /** Those that there are, in any order, by one query. */
  describe(ids: string[]): Promise<DescribedCourse[]>;
  /** Which of the courses the user has for good, and not by a subscription. */
  owns(userId: string, courseIds: string[]): Promise<Set<string>>;
  /** The same the other way round: which of the users have the course. */
  owners(courseId: string, userIds: string[]): Promise<Set<string>>;
  isEnrolled(userId: string, courseId: string): Promise<boolean>;
  hasCompleted(userId: string, courseId: string): Promise<boolean>;
  /** In the caller's transaction. The same again does nothing; after a `revoke` it counts anew. False: no such course. */
  grant(grant: CourseGrant): Promise<boolean>;
  /** Any number of them, by the same statements. How many there are courses for. */
  grantMany(grants: CourseGrant[]): Promise<number>;
  /** In the caller's transaction. What the user has from elsewhere stays. False: there was nothing to take. */
  revoke(grant: CourseGrant): Promise<boolean>;
  /** Any number of them, by the same statements. How many there were. */
  revokeMany(grants: CourseGrant[]): Promise<number>;
  /** In the caller's transaction: what the lesson stands for was passed. Completes it wherever the user is enrolled. */
  completeByRef(passed: { user_id: string; ref_id: string }): Promise<void>;
}

export interface DescribedCourse {
  id: string;
  /** Null: the account is deleted, and those who have it keep it. */
  owner_id: string | null;
  title: string;
  status: 'draft' | 'published' | 'archived';
  /** It is published, and may be enrolled in at this moment. */
  is_open: boolean;
  cover_file_id: string | null;
  price_minor: number;
  currency: string;
}

export interface CourseGrant {
  user_id: string;
  course_id: string;
  source: 'bundle' | 'subscription';
  /** The purchase or the subscription. Who grants several courses one by one does so in the order of their ids. */
  source_id: string;
}
