/** What a request is refused with: the problem details of RFC 9457, with each wrong field. */

/** What is wrong with a field. */
export interface FieldError {
  /** Name of the field, with dots for fields of objects: `countryProperties.DE_WIdNr`. */
  field: string;
  /** Constant for programs and translations, such as `tooShort`. */
  code: string;
  /** English text that says what to do. */
  message: string;
  /** Values in the text, for translations. */
  params?: Record<string, string | number>;
}

const TITLES: Record<number, string> = {
  400: 'The request is not valid',
  401: 'The request needs credentials',
  403: 'Not permitted',
  404: 'Not found',
  405: 'Not with this method',
  409: 'In conflict with what is there',
  413: 'Too large',
  415: 'Not JSON',
  429: 'Too many attempts',
  503: 'Not available',
};

/** A refused request. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | null;
  /** For `WWW-Authenticate`: what credentials are asked for. */
  readonly challenge: string | null;

  constructor(
    status: number,
    detail: string,
    errors: readonly FieldError[] = [],
    retryAfter: number | null = null,
    challenge: string | null = null,
  ) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.challenge = challenge;
  }

  /** The body of the answer, `application/problem+json`. */
  toJSON() {
    const { status, message: detail, errors } = this;
    return {
      type: 'about:blank',
      title: TITLES[status] ?? 'Error',
      status,
      detail,
      ...(errors.length > 0 && { errors }),
    };
  }
}

/** 400 for several fields. */
export function invalid(errors: readonly FieldError[]): Problem {
  const fields = [...new Set(errors.map(({ field }) => field).filter((field) => field !== ''))];
  const whole = errors.filter(({ field }) => field === '').map(({ message }) => message);
  const detail = [...(fields.length > 0 ? [`look at ${fields.join(', ')}`] : []), ...whole].join('; ');
  return new Problem(400, detail, errors);
}

/** 400 for one field. */
export function badField(
  field: string,
  code: string,
  message: string,
  params?: Record<string, string | number>,
): Problem {
  return invalid([{ field, code, message, ...(params && { params }) }]);
}

/** 404: it does not exist, or the caller may not know that it does. */
export function notFound(what: string): Problem {
  return new Problem(404, `there is no ${what}, or it is not accessible`);
}

/** 403: the caller knows of it but may not do this. */
export function forbidden(what: string): Problem {
  return new Problem(403, what);
}
