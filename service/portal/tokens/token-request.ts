/** Reads a request for tokens: a form, and credentials in it or in the header `Authorization` (doc 2; RFC 6749). */
import type { TokenScope } from './access-tokens.ts';
import { OAuthError } from './oauth-error.ts';

/** A request, its form checked. */
export interface TokenRequest {
  grant: 'client_credentials' | 'refresh_token';
  apiKey: string;
  /** Null: none was sent. */
  secret: string | null;
  /** Empty for other grants. */
  refreshToken: string;
  scope: TokenScope;
}

/** Far more than any of our secrets has. */
const MOST_CHARACTERS = 500;
const KEY = /^[\x21-\x7e]+$/;
/** As a register can be named. */
const SCOPE_VALUE = /^(?! )[^\p{C}]{1,100}(?<! )$/u;

/**
 * Reads a request.
 * @param authorization the header
 * @param body `application/x-www-form-urlencoded`
 * @throws OAuthError that names what is missing
 */
export function readTokenRequest(authorization: string | undefined, body: string): TokenRequest {
  const form = fieldsOf(body);
  const grant = needed(form, 'grant_type');
  if (grant !== 'client_credentials' && grant !== 'refresh_token') {
    throw new OAuthError(
      400,
      'unsupported_grant_type',
      'grant_type must be client_credentials or refresh_token',
    );
  }
  const { apiKey, secret } = credentials(authorization, form);
  if (apiKey === null || (grant === 'client_credentials' && secret === null)) {
    const how =
      'send API key and secret as client_id and client_secret, or in the header Authorization: Basic';
    throw grant === 'client_credentials'
      ? new OAuthError(401, 'invalid_client', how)
      : new OAuthError(400, 'invalid_request', 'client_id is missing');
  }
  if (!KEY.test(apiKey) || apiKey.length > MOST_CHARACTERS) throw badRequest('client_id is no API key');
  return {
    grant,
    apiKey,
    secret,
    refreshToken: grant === 'refresh_token' ? needed(form, 'refresh_token') : '',
    scope: { TaxId: scopeValue(form, 'TaxId'), TL: scopeValue(form, 'TL'), TT: scopeValue(form, 'TT') },
  };
}

/** Fields by their names in small letters: names count in any case. */
function fieldsOf(body: string): Map<string, string> {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    const key = name.toLowerCase();
    if (form.has(key)) throw badRequest(`${name} is there more than once`);
    form.set(key, value);
  }
  return form;
}

function needed(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name.toLowerCase()) ?? '';
  if (value === '') throw badRequest(`${name} is missing`);
  if (value.length > MOST_CHARACTERS) throw badRequest(`${name} is too long`);
  return value;
}

function scopeValue(form: ReadonlyMap<string, string>, name: keyof TokenScope): string {
  const value = needed(form, name);
  if (!SCOPE_VALUE.test(value) || (name === 'TaxId' && value.includes('$'))) {
    throw badRequest(
      `${name} must have 100 characters at most, no blank at its ends and none that cannot be printed`,
    );
  }
  return value;
}

function credentials(
  authorization: string | undefined,
  form: ReadonlyMap<string, string>,
): { apiKey: string | null; secret: string | null } {
  const inBody = { apiKey: form.get('client_id') || null, secret: form.get('client_secret') || null };
  if (authorization === undefined) return inBody;
  const [, encoded = ''] = /^basic +([\w+/=-]+) *$/i.exec(authorization) ?? [];
  const [, apiKey = '', secret = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  if (apiKey === '') {
    throw new OAuthError(401, 'invalid_client', 'Authorization must be Basic base64(API key:API secret)');
  }
  if (inBody.apiKey !== null && inBody.apiKey !== apiKey) {
    throw badRequest('client_id is another one than in the header Authorization');
  }
  if (inBody.secret !== null) throw badRequest('send the secret once: as client_secret or in the header');
  return { apiKey, secret };
}

function badRequest(text: string): OAuthError {
  return new OAuthError(400, 'invalid_request', text);
}
