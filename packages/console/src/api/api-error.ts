interface Detail {
  field: string;
  message: string;
}

/** What the service has refused, in its words; `body.errors` is where the forms look for the faults of fields. */
export class ApiError extends Error {
  readonly body: { errors: Record<string, string> };

  constructor(
    readonly status: number,
    message: string,
    details: Detail[] = [],
  ) {
    super(message);
    this.body = { errors: Object.fromEntries(details.map((one) => [one.field, one.message])) };
  }

  /** All of it in one line, where there are no fields to stand beside. */
  get words(): string {
    const faults = Object.values(this.body.errors);
    return faults.length ? `${this.message} (${faults.join('; ')})` : this.message;
  }
}

export const wordsOf = (error: unknown) =>
  error instanceof ApiError ? error.words : error instanceof Error ? error.message : String(error);

export async function refusalOf(response: Response): Promise<ApiError> {
  const { error, details } = (await response.json().catch(() => ({}))) as {
    error?: string;
    details?: Detail[];
  };
  const wait = response.status === 429 ? response.headers.get('Retry-After') : null;
  const message = error ?? `The service answered ${response.status}`;
  return new ApiError(response.status, wait ? `${message}: again in ${wait} s` : message, details);
}

/** `fetch` that fails with words. */
export async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: 'omit' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'The service does not answer');
  }
}
