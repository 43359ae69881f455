import { Global, Module } from '@nestjs/common';
import { Callers } from '../platform/access/callers.port.js';
import './account.schema.js';
import { AdminUserRepository } from './administration/admin-user.repository.js';
import { ChangeUser } from './administration/change-user.js';
import { DeleteUser } from './administration/delete-user.js';
import { ApiKeyRepository } from './api-keys/api-key.repository.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { CreateApiKey } from './api-keys/create-api-key.js';
import { AccountSection } from './exports/account.section.js';
import { ExportLink } from './exports/export-link.js';
import { ExportMail } from './exports/export.mail.js';
import { ExportRepository } from './exports/export.repository.js';
import { ExportsController } from './exports/exports.controller.js';
import { FilesSection } from './exports/files.section.js';
import { MakeExport } from './exports/make-export.job.js';
import { NotificationsSection } from './exports/notifications.section.js';
import { TellOfExport } from './exports/tell-of-export.js';
import { ForgetExpired } from './forget-expired.job.js';
import { MailTokenRepository } from './mail-tokens/mail-token.repository.js';
import { MailTokens } from './mail-tokens/mail-tokens.js';
import { RecoveryMail, VerificationMail } from './mail-tokens/token-mails.js';
import { DemonstrationRepository } from './operator/demonstration.repository.js';
import { FirstAdmin } from './operator/first-admin.js';
import { OperatorAccounts } from './operator/operator-accounts.js';
import { PagesController } from './pages/pages.controller.js';
import { PasswordCheck } from './passwords/password-check.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { RecoveryGuard } from './passwords/recovery.guard.js';
import { ResetPassword } from './passwords/reset-password.js';
import { RegistrationController } from './registration/registration.controller.js';
import { SignUp } from './registration/sign-up.js';
import { VerifyEmail } from './registration/verify-email.js';
import { Admission } from './sessions/admission.js';
import { CallersRepository } from './sessions/callers.repository.js';
import { Refresh } from './sessions/refresh.js';
import { RefreshTokens } from './sessions/refresh-token.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionTokens } from './sessions/session-tokens.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SignIn } from './sessions/sign-in.js';
import { DeleteAccount } from './users/delete-account.js';
import { Door } from './users/door.js';
import { ForgetNotices } from './users/forget-notices.js';
import { Names } from './users/names.js';
import { RemoveAccount } from './users/remove-account.js';
import { UpdateProfile } from './users/update-profile.js';
import { UserRepository } from './users/user.repository.js';
import { UsersController } from './users/users.controller.js';

const REGISTRATION = [SignUp, VerifyEmail, MailTokenRepository, MailTokens, VerificationMail, RecoveryMail];
const SESSIONS = [
  SessionRepository,
  SessionTokens,
  RefreshTokens,
  Admission,
  SignIn,
  Refresh,
  CallersRepository,
];
const PASSWORDS = [PasswordHasher, PasswordCheck, RecoveryGuard, ResetPassword];
const USERS = [UserRepository, Door, Names, UpdateProfile, RemoveAccount, DeleteAccount, ForgetNotices];
const ADMINISTRATION = [AdminUserRepository, ChangeUser, DeleteUser];
const API_KEYS = [ApiKeyRepository, CreateApiKey];
const EXPORTS = [ExportRepository, ExportLink, ExportMail, TellOfExport, MakeExport];
const SECTIONS = [AccountSection, FilesSection, NotificationsSection];
const OPERATOR = [OperatorAccounts, FirstAdmin, DemonstrationRepository];

@Global()
@Module({
  // Exports before users: /v1/users/me/export must not be read as a user's name.
  controllers: [
    RegistrationController,
    SessionsController,
    PasswordsController,
    ApiKeysController,
    ExportsController,
    UsersController,
    PagesController,
  ],
  providers: [
    ...REGISTRATION,
    ...SESSIONS,
    ...PASSWORDS,
    ...USERS,
    ...ADMINISTRATION,
    ...API_KEYS,
    ...EXPORTS,
    ...SECTIONS,
    ...OPERATOR,
    ForgetExpired,
    { provide: Callers, useExisting: CallersRepository },
  ],
  exports: [Callers, UserRepository, OperatorAccounts, PasswordHasher, ...ADMINISTRATION],
})
export class AccountModule {}
