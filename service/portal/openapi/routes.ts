/** Routes that are no operations of the table: tokens, what registers say, the description itself. */
import { z } from 'zod';
import { installationRequest } from '../archive/installation.ts';
import { activationRequest } from '../registers/activation.ts';
import { receiptOpening } from '../receipts/opening.ts';
import { stateReport } from '../registers/contact.ts';
import { problemSchema } from './problem-schema.ts';

/** What a body holds: JSON by its schema, or something else. */
export interface DescribedBody {
  mediaType: string;
  schema: z.ZodType;
}

/** A route, for the description and its contract test. */
export interface DescribedRoute {
  id: string;
  method: 'get' | 'post' | 'put';
  path: string;
  tag: 'Cloud registers' | 'Recorder' | 'Digital receipts' | 'Notifications' | 'Description';
  summary: string;
  description?: string;
  /** Name of the security scheme; null: open to everybody. */
  security: 'registerSecret' | 'cloudCredentials' | null;
  params?: z.ZodObject;
  headers?: z.ZodObject;
  body?: DescribedBody;
  /** What is answered with 200. */
  result: DescribedBody;
  /** Another media type that it may be asked for in. */
  otherwise?: string;
  /** When 304 is answered; left out where it never is. */
  unchanged?: string;
  /** Other statuses, and when; those of any JSON body that is none, or too large, go without saying. */
  refusals: Readonly<Record<number, string>>;
  /** Form of refusals; problem details unless said otherwise. */
  refusal?: DescribedBody & { name: string };
}

const json = (schema: z.ZodType): DescribedBody => ({ mediaType: 'application/json', schema });
const unixTime = () => z.int().describe('Unix time, seconds');
const scope = {
  TaxId: z.string().min(1).max(100).describe("The company's"),
  TL: z.string().min(1).max(100).describe('Location'),
  TT: z.string().min(1).max(100).describe('Terminal'),
};

/** What `POST /auth/token` refuses with (RFC 6749, section 5.2). */
const oauthRefusal = z.object({ error: z.string(), error_description: z.string() });

/** Form of a request for tokens. */
const tokenForm = z.object({
  grant_type: z.enum(['client_credentials', 'refresh_token']),
  client_id: z.string().optional().describe('The API key, unless it is in the header Authorization'),
  client_secret: z.string().optional().describe('Not for refresh_token'),
  refresh_token: z.string().optional().describe('For refresh_token'),
  ...scope,
});

/** TokenAnswer of tokens/grants.ts. */
const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  access_token_expires: unixTime(),
  access_token_expires_at: unixTime(),
  refresh_token_expires: unixTime(),
  refresh_token_expires_at: unixTime(),
  api_key: z.string(),
  register_url: z
    .string()
    .optional()
    .describe(
      'Address of the cloud register that this till sells on, where the company has several; all other requests go there',
    ),
});

const keySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      alg: z.literal('EdDSA'),
      use: z.literal('sig'),
    }),
  ),
});

const activated = z.object({
  registerId: z.int(),
  companyId: z.int(),
  secret: z.string().describe('Told once'),
  companyName: z.string(),
  companyState: z.enum(['Productive', 'Test', 'Deactivated']),
});

const stateAnswer = z.object({
  state: z.enum(['Productive', 'Test', 'Deactivated']),
  cfgTag: z.string().nullable().describe('Another one than before: fetch the base data'),
  serverTime: z.string().describe('ISO 8601'),
  nextSq: z.int().describe('Sequence number of the record that the archive waits for'),
  companyName: z.string(),
});

const licenseAnswer = z.object({
  licenseKey: z.string(),
  productId: z.int(),
  kind: z.enum(['license', 'fiscalUnit']).nullable(),
  state: z.enum(['Active', 'Ending', 'Ended']),
  register: z.enum(['none', 'this', 'other']).describe('Which register has it'),
  endsTimestamp: z.string().nullable().describe('ISO 8601'),
});
const licenseParams = z.object({ key: z.string().max(200) });

const archiveEnd = z.object({
  nextSq: z.int().describe('Sequence number of the record that the archive waits for'),
  lastLine: z.string().nullable().describe('SHA-256 of the last line that it has, with its line feed'),
});

/** Problem details of a batch that the archive cannot take. */
const batchRefusal = problemSchema.extend({
  nextSq: z.int().optional().describe('With 409: sequence number of the record that the archive waits for'),
  sq: z.int().optional().describe('With 409: the record that differs from the one that is kept'),
});

const ownRecord = z.object({
  sq: z.int(),
  line: z.string().describe('SHA-256 of the line with its line feed'),
  at: z.string().describe('When it was registered, local time of the shop'),
});

const receiptAccess = z.object({
  registerId: z.int(),
  key: z.string().describe('32 bytes, base64: a secret, the same whenever it is asked for'),
  address: z.string().describe('Stands in front of a handle'),
});

const UNKNOWN_RECEIPTS =
  'too many handles that nobody has made, too many wrong answers, or too often; `Retry-After`';
const UNKNOWN_REGISTER = 'the secret is not the one of an activated register';

/** See above. */
export const DESCRIBED_ROUTES: readonly DescribedRoute[] = [
  {
    id: 'getToken',
    method: 'post',
    path: '/auth/token',
    tag: 'Cloud registers',
    summary: 'Tokens for a terminal, by key and secret or by a refresh token',
    description:
      'OAuth 2.0 client credentials. Access tokens are JSON Web Tokens, signed with EdDSA by a key of `/.well-known/jwks.json`. A refresh token is good for one use; within two minutes it is taken once more, because the answer may have been lost. One that comes after that, or although its answer has arrived, ends all tokens that came from the same request with key and secret.',
    security: 'cloudCredentials',
    body: { mediaType: 'application/x-www-form-urlencoded', schema: tokenForm },
    result: json(tokenAnswer),
    refusals: {
      400: 'a field is missing or the grant is not known; `invalid_scope`: the tax id is another company’s, the till is not in its list, or there is no place for one more',
      401: '`invalid_client`: key and secret are wrong; `invalid_token`: the refresh token is not in force: ask with key and secret',
      413: 'the form is too large',
      429: '`slow_down`: key and secret were wrong too often; `Retry-After` says when to try again. Tokens and credentials that are right stay good: keep them',
    },
    refusal: { ...json(oauthRefusal), name: 'OAuthRefusal' },
  },
  {
    id: 'getTokenKeys',
    method: 'get',
    path: '/.well-known/jwks.json',
    tag: 'Cloud registers',
    summary: 'Public keys of access tokens',
    security: null,
    result: json(keySet),
    refusals: {},
  },
  {
    id: 'getArchiveKey',
    method: 'get',
    path: '/cer/{serial}',
    tag: 'Description',
    summary: 'Public key of archives that the portal signs (`manifest.sig`), PEM',
    security: null,
    params: z.object({ serial: z.string().describe('As in the file `manifest.key` of the archive') }),
    result: { mediaType: 'application/x-pem-file', schema: z.string() },
    refusals: { 404: 'the portal has no such key' },
  },
  {
    id: 'activateRegister',
    method: 'post',
    path: '/recorder/v1/activate',
    tag: 'Recorder',
    summary: 'Connects a register to the company whose badge it brings',
    security: null,
    body: json(activationRequest),
    result: json(activated),
    refusals: {
      400: 'a field is wrong',
      403: 'the badge is not in force',
      409: 'the register cannot be connected',
      429: 'too many wrong badges; `Retry-After` says when to try again',
    },
  },
  {
    id: 'isAlive',
    method: 'get',
    path: '/recorder/v1/alive',
    tag: 'Recorder',
    summary: 'Whether the portal can be reached; nothing else is looked at',
    security: null,
    result: json(z.object({})),
    refusals: {},
  },
  {
    id: 'reportState',
    method: 'post',
    path: '/recorder/v1/state',
    tag: 'Recorder',
    summary: 'A sign of life, with all problems that a register has now',
    security: 'registerSecret',
    body: json(stateReport),
    result: json(stateAnswer),
    refusals: { 400: 'a field is wrong', 401: UNKNOWN_REGISTER },
  },
  {
    id: 'getRegisterBaseData',
    method: 'get',
    path: '/recorder/v1/cfg',
    tag: 'Recorder',
    summary: 'Base data of the register, as `POST /cfg` of a register takes them',
    unchanged: 'They have not changed since the ones of `If-None-Match`',
    security: 'registerSecret',
    headers: z.object({ 'if-none-match': z.string().optional() }),
    result: json(z.object({ Cfg: z.looseObject({}) })),
    refusals: { 401: UNKNOWN_REGISTER, 409: 'what is kept is nothing that a register would take' },
  },
  {
    id: 'getRegisterLicense',
    method: 'get',
    path: '/recorder/v1/license/{key}',
    tag: 'Recorder',
    summary: 'What a licence key is good for',
    security: 'registerSecret',
    params: licenseParams,
    result: json(licenseAnswer),
    refusals: { 401: UNKNOWN_REGISTER, 404: 'the company has no such licence' },
  },
  {
    id: 'activateRegisterLicense',
    method: 'put',
    path: '/recorder/v1/license/{key}',
    tag: 'Recorder',
    summary: 'Gives a licence to the register that asks',
    security: 'registerSecret',
    params: licenseParams,
    result: json(licenseAnswer),
    refusals: {
      401: UNKNOWN_REGISTER,
      404: 'the company has no such licence',
      409: 'another register has it',
    },
  },
  {
    id: 'handInRecords',
    method: 'post',
    path: '/recorder/v1/records',
    tag: 'Recorder',
    summary: 'Records for the archive: lines of the journal, as they are, with one signature',
    description: 'docs/recorder.md says what is signed. Answered when the records are on disk.',
    security: 'registerSecret',
    headers: z.object({
      'tillmark-signature': z.string().describe('Ed25519, base64'),
      'tillmark-previous': z.string().optional().describe('Digest of the batch before'),
    }),
    body: { mediaType: 'application/x-ndjson', schema: z.string() },
    result: json(archiveEnd),
    refusals: {
      400: 'lines cannot be read, or are not contiguous',
      401: UNKNOWN_REGISTER,
      403: 'the signature is not the register’s',
      409: 'records are missing before, or differ from what is kept',
      413: 'too large',
    },
    refusal: { mediaType: 'application/problem+json', schema: batchRefusal, name: 'BatchRefusal' },
  },
  {
    id: 'getOwnRecord',
    method: 'get',
    path: '/recorder/v1/records/{sq}',
    tag: 'Recorder',
    summary: 'What the archive has under a number, for a register that looks where both differ',
    security: 'registerSecret',
    params: z.object({ sq: z.string().regex(/^\d{1,10}$/) }),
    result: json(ownRecord),
    refusals: { 401: UNKNOWN_REGISTER, 404: 'the archive has no record of the register with this number' },
  },
  {
    id: 'handInInstallation',
    method: 'put',
    path: '/recorder/v1/installation',
    tag: 'Recorder',
    summary: 'What exports and audits must know of the installation',
    security: 'registerSecret',
    body: json(installationRequest),
    result: json(z.object({})),
    refusals: { 400: 'a field is wrong', 401: UNKNOWN_REGISTER },
  },
  {
    id: 'getReceiptAccess',
    method: 'get',
    path: '/recorder/v1/receipts',
    tag: 'Recorder',
    summary: 'What the register makes handles of digital receipts with',
    security: 'registerSecret',
    result: json(receiptAccess),
    refusals: { 401: UNKNOWN_REGISTER },
  },
  {
    id: 'lookAtReceipt',
    method: 'post',
    path: '/receipt/v1/look',
    tag: 'Digital receipts',
    summary: 'A digital receipt, or why it is not shown',
    security: null,
    body: json(receiptOpening),
    result: {
      mediaType: 'application/json',
      schema: z.looseObject({ state: z.enum(['ready', 'waiting', 'ended', 'asks', 'large']) }),
    },
    refusals: {
      400: 'a field is wrong',
      403: 'asked by a page of another site',
      429: UNKNOWN_RECEIPTS,
      503: 'too many receipts are looked for by short handles',
    },
  },
  {
    id: 'getReceiptPdf',
    method: 'post',
    path: '/receipt/v1/pdf',
    tag: 'Digital receipts',
    summary: 'A digital receipt as a PDF file',
    security: null,
    body: json(receiptOpening),
    result: { mediaType: 'application/pdf', schema: z.unknown() },
    refusals: {
      400: 'a field is wrong',
      403: 'asked by a page of another site',
      404: 'there is no such receipt, or it is not shown',
      413: 'the receipt is too long for a PDF file; its data are not',
      429: UNKNOWN_RECEIPTS,
      503: 'too many receipts are looked for by short handles',
    },
  },
  {
    id: 'getReceiptData',
    method: 'post',
    path: '/receipt/v1/data',
    tag: 'Digital receipts',
    summary: 'A digital receipt as JSON or XML',
    security: null,
    body: json(receiptOpening),
    result: { mediaType: 'application/json', schema: z.looseObject({ Tra: z.looseObject({}) }) },
    otherwise: 'text/xml',
    refusals: {
      400: 'a field is wrong',
      403: 'asked by a page of another site',
      404: 'there is no such receipt, or it is not shown',
      429: UNKNOWN_RECEIPTS,
      503: 'too many receipts are looked for by short handles',
    },
  },
  {
    id: 'endNotificationMails',
    method: 'post',
    path: '/unsubscribe/{token}',
    tag: 'Notifications',
    summary: 'Ends mails about notifications by the link that they carry, without signing in (RFC 8058)',
    description:
      'A body is not looked at. Opened in a browser (`GET`), the link leads to a page that asks first.',
    security: null,
    params: z.object({ token: z.string() }),
    result: json(z.object({ success: z.literal(true) })),
    refusals: { 404: 'the link is none of this portal, or not complete' },
  },
  {
    id: 'getOpenApi',
    method: 'get',
    path: '/openapi.json',
    tag: 'Description',
    summary: 'This description',
    security: null,
    result: json(z.looseObject({ openapi: z.string() })),
    refusals: {},
  },
  {
    id: 'getDocs',
    method: 'get',
    path: '/docs',
    tag: 'Description',
    summary: 'This description as a page',
    security: null,
    result: { mediaType: 'text/html', schema: z.string() },
    refusals: {},
  },
];
