declare module 'markdown-it-task-lists' {
  import type { PluginSimple } from 'markdown-it';

  const taskLists: PluginSimple;
  export default taskLists;
}
