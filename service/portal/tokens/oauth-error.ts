/** Why a request for tokens is refused (RFC 6749, section 5.2; doc 2, Errors). */

/** Constants for programs. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_token'
  | 'unsupported_grant_type'
  | 'slow_down';

/** A refusal, `{"error", "error_description"}`. */
export class OAuthError extends Error {
  readonly status: number;
  readonly code: OAuthErrorCode;
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | null;

  constructor(status: number, code: OAuthErrorCode, text: string, retryAfter: number | null = null) {
    super(text);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** The body of the answer. */
  toJSON() {
    return { error: this.code, error_description: this.message };
  }
}
