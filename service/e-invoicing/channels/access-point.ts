/**
 * Hands invoices over to an access point of a network such as Peppol, by the REST interface
 * of AS4 gateways: `POST {url}/sendsbdh` with the invoice in a business document header
 * (SBDH) whose instance identifier is the id of the invoice, the token in `X-Token`, and an
 * answer in JSON; `GET {url}/status/{id}` tells what became of it. README, EI12.
 */
import { randomUUID } from 'node:crypto';
import { cleaned } from '../../countries/base/clean.ts';
import { get, post, type Posted } from '../../countries/base/http-client.ts';
import { isTree } from '../../receipt/tree.ts';
import type { CauseCode, HandedOver, Trouble } from '../../register/invoices/e-invoicing.ts';
import type { Channel, ChannelSettings, Parcel, SecretName } from '../contract.ts';
import { sbdh } from './sbdh.ts';

const TIMEOUT_MS = 30_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** What says that the request itself is wrong: sent again it is wrong again. */
const FINAL = new Set([400, 413, 415, 422]);

/** States of gateways; all others are those of work that goes on. */
const DELIVERED = new Set(['sent', 'delivered', 'accepted', 'success']);
const REFUSED = new Set(['rejected', 'permanently_failed', 'not_queued', 'refused', 'undeliverable']);

/** Hands over to an access point. */
export class AccessPointChannel implements Channel {
  private readonly settings: ChannelSettings;

  constructor(settings: ChannelSettings) {
    this.settings = settings;
  }

  problem(test: boolean): Trouble | null {
    const [attribute, secret] = namesOf(test);
    const params = { attribute };
    const address = this.address(test);
    if (address === undefined) {
      const text = `the attribute ${attribute} is missing: the address of the access point`;
      return { text, cause: { code: 'urlMissing', params } };
    }
    if (!isAccessPointUrl(address)) {
      const text = `the attribute ${attribute} must be an https address`;
      return { text, cause: { code: 'urlWrong', params } };
    }
    if (this.settings.secret(secret, address) !== null) return null;
    const text =
      'the token of the access point is missing, or was entered for another address (POST /control/e-invoices/secret)';
    return { text, cause: { code: 'tokenMissing' } };
  }

  /** Asks for a document that there is none of: whoever says so is an access point and takes the token. */
  async test(test: boolean, signal: AbortSignal): Promise<Trouble | null> {
    const problem = this.problem(test);
    if (problem !== null) return problem;
    const { target, token } = this.target({ test }, `status/${randomUUID()}`, signal);
    const posted = await get(target);
    if ('status' in posted && posted.status === 404 && json(posted.body)) return null;
    return troubleIn(posted, token);
  }

  async send(parcel: Parcel, signal: AbortSignal): Promise<HandedOver> {
    const problem = this.problem(parcel.test);
    if (problem !== null) return { outcome: 'unanswered', ...problem };
    const { target, token } = this.target(parcel, 'sendsbdh', signal);
    const posted = await post(target, sbdh(parcel));
    // It has one with this id: what became of that one is what counts.
    if ('status' in posted && posted.status === 409) {
      const before = await this.state(parcel, signal);
      if (before) return before;
    }
    return read(posted, parcel.id, token);
  }

  async state(parcel: Parcel, signal: AbortSignal): Promise<HandedOver | null> {
    const problem = this.problem(parcel.test);
    if (problem !== null) return { outcome: 'unanswered', ...problem };
    const { target, token } = this.target(parcel, `status/${parcel.id}`, signal);
    const posted = await get(target);
    return 'status' in posted && posted.status === 404 ? null : read(posted, parcel.id, token);
  }

  private address(test: boolean): string | undefined {
    const attributes = this.settings.attributes();
    return test ? attributes.text('EInvoice_TestUrl') : attributes.text('EInvoice_Url');
  }

  private target({ test }: Pick<Parcel, 'test'>, way: string, signal: AbortSignal) {
    const [, secret] = namesOf(test);
    const address = this.address(test)!;
    const token = this.settings.secret(secret, address)!;
    const headers = {
      'x-token': token,
      accept: 'application/json',
      ...(way === 'sendsbdh' && { 'content-type': 'application/xml; charset=utf-8' }),
    };
    const url = `${address.endsWith('/') ? address.slice(0, -1) : address}/${way}`;
    return { target: { url, name: 'the access point', headers, timeoutMs: TIMEOUT_MS, signal }, token };
  }
}

/** True for an https address; on this machine http will do. */
export function isAccessPointUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

function namesOf(test: boolean): [attribute: string, secret: SecretName] {
  return test ? ['EInvoice_TestUrl', 'access-point-test'] : ['EInvoice_Url', 'access-point'];
}

/** What an answer means. It is believed only where it names this invoice. */
function read(posted: Posted, id: string, token: string): HandedOver {
  const trouble = troubleIn(posted, token);
  if (!('status' in posted)) return { outcome: 'unanswered', ...trouble };
  const { status, body } = posted;
  const answer = json(body);
  if (FINAL.has(status)) return { outcome: 'refused', ...withCode(trouble, 'refused') };
  if (status < 200 || status > 299 || !answer) return { outcome: 'unanswered', ...trouble };
  if (wordIn(answer.sbdhInstanceIdentifier) !== id) {
    const text = 'the access point answered for another document';
    return { outcome: 'unanswered', text, cause: { code: 'answer', params: { said: text } } };
  }
  const { as4MessageId } = answer;
  const reference = typeof as4MessageId === 'string' ? { reference: cleaned(as4MessageId, [token]) } : {};
  const state = wordIn(answer.state);
  if (REFUSED.has(state)) return { outcome: 'refused', ...withCode(trouble, 'refused') };
  if (DELIVERED.has(state) || (state === '' && answer.overallSuccess === true))
    return { outcome: 'delivered', ...reference };
  if (state !== '') return { outcome: 'underway', ...reference };
  return { outcome: 'unanswered', ...trouble };
}

/** An answer as one that is not what was wanted. */
function troubleIn(posted: Posted, token: string): Trouble {
  if (!('status' in posted)) {
    const why = Object.values(posted).find((value) => typeof value === 'string') ?? 'no answer';
    const said = cleaned(why, [token]);
    const code = 'unreadable' in posted ? 'answer' : 'unreachable';
    return { text: said, cause: { code, params: { said } } };
  }
  const { status, body } = posted;
  if (status === 401 || status === 403) {
    const text = `the access point does not accept the token (${status})`;
    return { text, cause: { code: 'login', params: { said: String(status) } } };
  }
  const said = cleaned(`${status}: ${reasonIn(json(body))}`, [token]);
  return { text: `the access point says ${said}`, cause: { code: 'answer', params: { said } } };
}

function withCode({ text, cause }: Trouble, code: CauseCode): Trouble {
  return { text, cause: { ...cause, code } };
}

/** A word as gateways write it, in any case; empty for what is none. */
function wordIn(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

function json(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isTree(value) ? value : null;
  } catch {
    return null;
  }
}

function reasonIn(answer: Record<string, unknown> | null): string {
  if (!answer) return 'nothing that can be read';
  const { errors, error, message, state, sendingResult } = answer;
  const list = Array.isArray(errors) ? errors.slice(0, 5).map(String).join('; ') : '';
  const texts = [list, error, message, sendingResult, state];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? 'no reason';
}
