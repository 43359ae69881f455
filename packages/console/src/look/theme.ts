import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';
import { DARK, LIGHT, type Palette } from './palette';

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export const themeOf = (isDark: boolean): RaThemeOptions =>
  made(isDark ? defaultDarkTheme : defaultLightTheme, isDark ? DARK : LIGHT, isDark);

function made(base: RaThemeOptions, colours: Palette, isDark: boolean): RaThemeOptions {
  const focus = { outline: `2px solid ${colours.accent}`, outlineOffset: 2 };
  const tone = (main: string) => ({ main, contrastText: isDark ? '#0b1220' : '#ffffff' });
  return {
    ...base,
    palette: {
      mode: isDark ? 'dark' : 'light',
      primary: { main: colours.accent, dark: colours.accentHover, contrastText: colours.onAccent },
      secondary: { main: colours.card, contrastText: colours.ink },
      success: tone(colours.good),
      warning: tone(colours.warn),
      error: tone(colours.bad),
      background: { default: colours.ground, paper: colours.card },
      text: { primary: colours.ink, secondary: colours.soft },
      divider: colours.line,
      action: { selected: colours.accentGround, hover: `${colours.edge}1f` },
    },
    shape: { borderRadius: 10 },
    sidebar: { width: 232, closedWidth: 56 },
    typography: {
      fontFamily: FONT,
      h1: { fontSize: '1.5rem', lineHeight: 1.25, fontWeight: 650, letterSpacing: '-0.015em' },
      h2: { fontSize: '1.0625rem', lineHeight: 1.4, fontWeight: 650 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      ...base.components,
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { '&.Mui-focusVisible': focus } },
      },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: {
        defaultProps: { variant: 'outlined' },
        styleOverrides: { root: { borderColor: colours.line, borderRadius: 14 } },
      },
      MuiTextField: {
        defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true },
      },
      MuiFormControl: {
        defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true },
      },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: colours.edge } } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: colours.line },
          head: { color: colours.soft, fontWeight: 550, fontSize: '0.8125rem', whiteSpace: 'nowrap' },
        },
      },
      MuiTooltip: { defaultProps: { arrow: true } },
      MuiAlert: { styleOverrides: { root: { borderRadius: 10 } } },
      MuiAppBar: {
        styleOverrides: { root: { borderBottom: `1px solid ${colours.line}`, boxShadow: 'none' } },
      },
      MuiToggleButton: {
        styleOverrides: {
          root: {
            color: colours.soft,
            borderColor: colours.line,
            '&.Mui-selected, &.Mui-selected:hover': {
              color: colours.accent,
              backgroundColor: colours.accentGround,
            },
          },
        },
      },
      // At once: what moves is not the menu but all that is read beside it.
      RaSidebar: { styleOverrides: { root: { flexShrink: 0, '& .MuiPaper-root': { transition: 'none' } } } },
      RaLayout: { styleOverrides: { root: { minWidth: 0, '& .RaLayout-content': { minWidth: 0 } } } },
    },
  } as RaThemeOptions;
}
