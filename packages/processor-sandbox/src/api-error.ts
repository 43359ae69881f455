/** A refusal in the form that the API gives all of them: `{ error: { type, code, message, param } }`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: { type: string; message: string; code?: string; param?: string; decline_code?: string },
  ) {
    super(detail.message);
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new ApiError(400, { type: 'invalid_request_error', code, message, param });

export const missing = (kind: string, id: string, param = 'id') =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
