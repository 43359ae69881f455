import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Chars, ListQuery, Nullable, Optional, Time, Uuid, Words } from '../../platform/http/fields.js';
import { IsBoolean, IsEmail, IsIn, IsString } from 'class-validator';
import { ROLES, STATUSES, type UsersFilter } from '../../account/users/user.repository.js';
import { INVALID_STATUS } from '../admin.dto.js';

export class AdminUsersQuery extends ListQuery {
  @Optional() @Chars(0, 100) search?: string;
  @Optional() @IsIn(ROLES) role?: UsersFilter['role'];
  @Optional() @IsIn(STATUSES, INVALID_STATUS) user_status?: UsersFilter['user_status'];
}

export class ChangeUserInput {
  /** Only the operator can give the role `service_role`. */
  @Optional() @IsIn(['user', 'admin']) role?: string;
  @Optional() @IsIn(STATUSES, INVALID_STATUS) user_status?: string;
  @Optional() @IsBoolean() verified?: boolean;
  /** For example creator or standard. */
  @Optional() @Nullable() @Words(50) type?: string | null;
}

class AdminUserView {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
  @Nullable() @IsString() first_name!: string | null;
  @Nullable() @IsString() last_name!: string | null;
  @IsIn(ROLES) role!: string;
  @IsIn(STATUSES) user_status!: string;
  @IsBoolean() verified!: boolean;
  @Nullable() @IsString() type!: string | null;
  @Time() created_at!: Date;
}

class AdminUserDetail extends AdminUserView {
  @IsEmail() email!: string;
  @Time() updated_at!: Date;
}

export class AdminUserAnswer extends answerWith('user', () => AdminUserDetail) {}

export class AdminUsersAnswer extends pageOf('users', () => AdminUserView) {}
