import { IsBoolean, IsIn, IsObject, IsString } from 'class-validator';
import { Chars, ListOf, Nested, Optional } from '../platform/http/fields.js';

export class InstallInput {
  @Chars(1, 100) slug!: string;
}

class InstalledApp {
  @IsString() slug!: string;
  @IsString() name!: string;
  @IsBoolean() installed!: boolean;
}

export class InstalledAnswer {
  @IsString() message!: string;
  @Nested(() => InstalledApp) app!: InstalledApp;
}

class ManifestAction {
  @IsString() name!: string;
  @IsIn(['public', 'authenticated', 'owner', 'admin']) access!: string;
  @IsString() description!: string;
  @IsIn(['own', 'platform']) kind!: string;
  /** A JSON Schema. */
  @IsObject() input!: object;
}

class AppManifest {
  @IsString() slug!: string;
  @IsString() name!: string;
  @IsString() description!: string;
  @IsString() icon!: string;
  @IsString() category!: string;
  @IsString() version!: string;
  @IsString() schema!: string;
  @IsString({ each: true }) uses!: string[];
  @ListOf(() => ManifestAction) actions!: ManifestAction[];
  /** A JSON Schema, with the defaults. */
  @IsObject() settings!: object;
  /** For who is signed in. */
  @Optional() @IsBoolean() installed?: boolean;
}

export class AppsAnswer {
  @ListOf(() => AppManifest) apps!: AppManifest[];
}
