import { Injectable } from '@nestjs/common';
import { FilesService } from '../../files/files.service.js';
import type { Caller } from '../../platform/access/access.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { isUnique } from '../../platform/database/database-error.js';
import { notAuthenticated, notFound, refusal } from '../../platform/http/refusal.js';
import type { Device } from '../device.js';
import { PasswordCheckService } from '../password-hashing/password-check.service.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { RegistrationRulesService } from './registration-rules.service.js';
import type { User } from './user.entity.js';
import { presentOwn, presentPublic } from './user.presenter.js';
import { type ProfileRow, UserRepository } from './user.repository.js';
import type {
  OwnProfileAnswer,
  PublicProfileAnswer,
  SearchUsersQuery,
  UpdateProfileInput,
  UsersAnswer,
} from './users.dto.js';

export const usernameTaken = refusal(409, 'Username already taken');
export const wrongPassword = refusal(403, 'Wrong password');

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UserRepository,
    private readonly rules: RegistrationRulesService,
    private readonly passwordCheck: PasswordCheckService,
    private readonly deletion: AccountDeletionService,
    private readonly files: FilesService,
    private readonly database: DatabaseService,
  ) {}

  async search({ search = '', ...page }: SearchUsersQuery): Promise<UsersAnswer> {
    const { rows, next_cursor } = await this.users.search(search.trim(), page);
    return { users: rows.map(presentPublic), next_cursor };
  }

  /** By id or username. Answers 404 when the user cannot sign in. */
  async requireActive(name: string): Promise<ProfileRow> {
    const user = await this.users.findActive(name);
    if (!user) throw notFound('User');
    return user;
  }

  async getPublicProfile(name: string): Promise<PublicProfileAnswer> {
    return { user: presentPublic(await this.requireActive(name)) };
  }

  async getOwnProfile(userId: string): Promise<OwnProfileAnswer> {
    const user = await this.users.findProfile(userId);
    // The account can be deleted by another request after the caller was authenticated.
    if (!user) throw notAuthenticated();
    return { user: presentOwn(user) };
  }

  /**
   * Keeps these accounts from being deleted until the transaction ends. A transaction that locks other rows and then
   * inserts one that refers to an account would otherwise deadlock with the deletion, which locks the account first.
   * Refuses the caller if their account is deleted; that of the others may be.
   */
  async keep(caller: Caller | undefined, others: string[] = []): Promise<void> {
    const ids = caller ? [caller.id, ...others] : others;
    const kept = ids.length ? await this.users.keep(ids) : [];
    if (caller && !kept.includes(caller.id)) throw notAuthenticated();
  }

  async updateProfile(
    { id: userId, username: current }: Caller,
    { privacy, username, ...fields }: UpdateProfileInput,
  ): Promise<OwnProfileAnswer> {
    const changes: Partial<User> = {
      username,
      // Forms send the current username back with other changes; it is not checked against rules that are newer.
      ...(await this.rules.cleanNames({ ...fields, ...(username !== current && { username }) })),
      ...(privacy?.follower_approval !== undefined && privacy),
    };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    try {
      return await this.database.transaction(async () => {
        if (fields.avatar_url !== undefined) {
          given.avatar_file_id = await this.replaceAvatarFile(userId, fields.avatar_url);
        }
        if (Object.keys(given).length) await this.users.change(userId, given);
        return this.getOwnProfile(userId);
      });
    } catch (error) {
      throw isUnique(error, 'users_username') ? usernameTaken() : error;
    }
  }

  /** Asks for the password again, because a stolen, unlocked device has a session but not the password. */
  async deleteOwnAccount({ id, email }: Caller, password: string, device: Device): Promise<void> {
    const hash = await this.users.findPasswordHash(id);
    if (!(await this.passwordCheck.isRight({ email, password, hash, device }))) throw wrongPassword();
    await this.deletion.deleteOwn(id);
  }

  /** Attaches the file behind the address, if it is one of ours, and releases the previous file. */
  private async replaceAvatarFile(userId: string, address: string | null): Promise<string | null> {
    const id = (address && this.files.idOf(address)) || null;
    // The row lock makes concurrent changes wait: without it the file of the first one would never be released.
    const user = await this.users.findOne({ id: userId }, { select: ['avatar_file_id'], lock: 'no key update' });
    const before = user?.avatar_file_id ?? null;
    if (id === before) return id;
    if (id) await this.files.attach([id], userId, 'avatar_url');
    if (before) await this.files.release([before]);
    return id;
  }
}
