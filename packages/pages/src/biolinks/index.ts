export { type BioBlock, bioPage, type BioPageContent } from './bio.page.js';
export { contrastOf, isThemeReadable, type ThemeName, type ThemeOptions } from './palette.js';
