import { IN_TRASH } from '../items/item-access.service.js';
import { NAME_TAKEN, NOT_ALLOWED } from '../items/item-changes.service.js';
import { QUOTA_EXCEEDED } from './usage.repository.js';
import { IS_NEWER, IS_PROTECTED } from './versions.service.js';

const OF_PLACES = { 403: ['Forbidden'], 404: ['Folder not found', 'Document not found'] };

export const UPLOAD_REFUSALS = {
  ...OF_PLACES,
  400: ['File is too large', NOT_ALLOWED],
  409: [QUOTA_EXCEEDED, NAME_TAKEN, IS_NEWER, IS_PROTECTED, IN_TRASH],
};

export const COMPLETION_REFUSALS = {
  ...OF_PLACES,
  400: ['Uploaded file does not match', NOT_ALLOWED],
  404: ['Folder not found', 'Document not found', 'Upload not found', 'Version not found'],
  409: ['Upload is not complete', 'Upload has expired', NAME_TAKEN, IS_NEWER, IS_PROTECTED, IN_TRASH],
};
