/** A content type that is well formed, of one of the families that there are. */
export const CONTENT_TYPE =
  /^(application|audio|font|image|message|model|multipart|text|video)\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}$/i;
export const isContentType = (type: string) => CONTENT_TYPE.test(type);

/** An image that a browser shows. SVG is none: it may hold scripts. */
export const isPicture = (type: string) => isContentType(type) && /^image\/(?!svg)/i.test(type);

const RUNS =
  /^(text\/(html|.{0,50}script)|image\/svg\+xml|application\/(xhtml\+xml|.{0,50}script|x-ms(download|dos-program|i)|x-(sh|csh|bat|executable|elf|mach-binary|sharedlib|apple-diskimage)|bat|vnd\.microsoft\.portable-executable|java-archive|vnd\.android\.package-archive|hta))$/i;
const RUNS_BY_NAME =
  /\.(html?|xhtml|svgz?|exe|com|bat|cmd|ps1|vbs?|jse?|mjs|wsf?|hta|scr|pif|msi|dll|jar|apk|sh|app|dmg|lnk|reg|cpl)[. ]*$/i;

/**
 * What a browser or a computer would run, by its type or its name. Apps refuse it where people who do not know each
 * other hand out files (lessons, tickets), and not where it is what was asked for: products that are programs, and
 * work that learners hand in. The file store serves every file so that no browser runs it.
 */
export const mayRun = (type: string, name = '') => RUNS.test(type) || RUNS_BY_NAME.test(name);
