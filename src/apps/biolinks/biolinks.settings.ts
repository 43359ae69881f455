import { IsBoolean, IsIn } from 'class-validator';
import { type Theme, THEMES } from './entities/page.entity.js';

export class BiolinksSettings {
  /** For new pages. */
  @IsIn(THEMES) default_theme: Theme = 'plain';
  /** A small line of the platform at the foot. */
  @IsBoolean() show_branding = true;
  @IsBoolean() open_links_in_new_tab = false;
}
