import { IsBoolean, IsInt, IsString } from 'class-validator';
import { ListOf, Nullable, Uuid } from '../../platform/http/fields.js';
import { present, viewOf } from '../kernel/rows/view.js';
import { FileRequest, RequestItem } from './entities/request.entity.js';
import { Recipient, RequestFile, Submission } from './entities/submission.entity.js';

/** A request as its owner sees it. */
export class RequestView extends viewOf(FileRequest, {
  without: ['password_hash', 'storage_told_at', 'submission_told_at'],
}) {
  /** Of the page where anybody uploads. */
  @IsString() url!: string;
  @IsBoolean() has_password!: boolean;
}

export const requestView = (row: FileRequest, url: string): RequestView => ({
  ...present(RequestView, row),
  url,
  has_password: row.password_hash !== null,
});

export class ListedRequestView extends RequestView {
  @IsInt() recipients!: number;
  /** Those that were submitted, whatever their status is now. */
  @IsInt() submissions!: number;
  @IsInt() to_review!: number;
  /** Received files, and their bytes. */
  @IsInt() files!: number;
  @IsInt() bytes!: number;
}

export class ItemView extends viewOf(RequestItem) {}

export class CountedItemView extends ItemView {
  @IsInt() received_files!: number;
  /** Received files of accepted submissions. */
  @IsInt() accepted_files!: number;
}

/** An item as an uploader sees it. */
export class AskedItemView extends viewOf(RequestItem, {
  only: ['id', 'title', 'description', 'required', 'allowed_extensions', 'min_files', 'max_files'],
}) {}

export class RecipientView extends viewOf(Recipient, { without: ['token_hash'] }) {
  @Nullable() @Uuid() submission_id!: string | null;
  /** Required items without enough received files. */
  @Uuid({ each: true }) missing_items!: string[];
}

/** A file as its uploader sees it. */
export class OwnFileView extends viewOf(RequestFile, {
  only: ['id', 'item_id', 'name', 'size_bytes', 'content_type', 'status', 'reject_reason', 'received_at', 'created_at'],
}) {}

/** A file as the owner of the request sees it. */
export class FileView extends viewOf(RequestFile, { without: ['upload_id', 'version_id', 'expires_at'] }) {
  /** The title of its item. */
  @Nullable() @IsString() item!: string | null;
  /** A signed address for ten minutes; null without a document. */
  @Nullable() @IsString() download_url!: string | null;
}

/** A submission as its uploader sees it. */
export class OwnSubmissionView extends viewOf(Submission, {
  only: [
    'id',
    'request_id',
    'uploader_name',
    'uploader_email',
    'status',
    'note',
    'review_message',
    'submitted_at',
    'reviewed_at',
    'late',
    'created_at',
  ],
}) {}

/** A submission as the owner of the request sees it. */
export class SubmissionView extends viewOf(Submission, { without: ['receipt_hash'] }) {}

export class SubmittedView extends SubmissionView {
  @ListOf(() => FileView) files!: FileView[];
}
