/** What a process was started as, told by the one that started it. */
export type Role = 'alone' | 'web';
export const roleOf = (variables: NodeJS.ProcessEnv): Role =>
  variables.PLATFORM_ROLE === 'web' ? 'web' : 'alone';
