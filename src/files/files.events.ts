import { defineEvent } from '../events/define-event.js';

export const FileUploaded = defineEvent<{ id: string; type: string; size: number }>('file.uploaded', {
  data: ({ id, type, size }) => ({ id, type, size }),
});

/** The owner deleted a file that nothing showed. */
export const FileDeletedByOwner = defineEvent<{ id: string }>('file.deleted', { data: ({ id }) => ({ id }) });
