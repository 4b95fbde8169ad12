/** Posted transactions: the body read and the register found, the same for all routes that take one. */
import type { Request, Response } from 'express';
import { ALL_FIELDS } from '../../countries/fields.ts';
import type { Format } from '../../receipt/answer.ts';
import { namedTerminal } from '../../receipt/complete.ts';
import type { RecordType } from '../../receipt/envelope.ts';
import { readReason, type readSender, type ReadResult } from '../../receipt/read.ts';
import { emptyTree } from '../../receipt/tree.ts';
import type { TraC } from '../../receipt/tra.ts';
import { refusal } from '../../register/outcomes.ts';
import type { Register } from '../../register/register.ts';
import type { Registers } from '../../register/registers.ts';
import type { TokenRefused } from '../../access/bearer.ts';
import { bytesOf, readShortBody } from './body.ts';
import { checkRecord, scopeOf } from '../door/cloud-scope.ts';
import { languageOf } from './language.ts';
import { namedElsewhere, terminalElsewhere } from './named-inside.ts';
import { askedTerminal, namedRegister } from './named-register.ts';
import { answerFormat } from './negotiate.ts';
import { readPosted, recordOf } from './posted-record.ts';
import { queryOf, type Query } from './query.ts';

/** A request whose body was read and whose register is known. */
export interface Addressed {
  /** Checks every type; see `readTra`. */
  read(): ReadResult | Promise<ReadResult>;
  /** The sender's data of a void; see {@link readSender}. */
  sender(): ReturnType<typeof readSender>;
  /** Path of the first posted value that is none of the sender's; null for none. */
  beyondSender: string | null;
  /** The reason of a void, `rsn` of the query. */
  reason(): ReturnType<typeof readReason>;
  query: Query;
  /** The terminal that the address or the access token names. */
  terminal: { TL?: string; TT?: string };
  register: Register;
  /** Language of messages to the operator. */
  language: string;
  /** What was posted; the answer is named after it. */
  type: RecordType;
}

/**
 * Reads and routes a request behind `rawBody`.
 * `outside`: the request's access token is for another terminal.
 * @param options.emptyAllowed an empty body is an empty record
 * @param options.preview nothing will be registered, so no register is created either
 */
export async function readAddressed(
  request: Request,
  registers: Registers,
  options: { emptyAllowed?: boolean; preview?: boolean },
): Promise<{ format: Format } & ({ addressed: Addressed } | { refused: TraC } | { outside: TokenRefused })> {
  const body = await readPosted(request);
  const format = answerFormat(request, body.format);
  if ('issue' in body && !(bytesOf(request).length === 0 && options.emptyAllowed)) {
    const named = await registers.find(namedRegister(request).rn);
    return { format, refused: refusal('BAD', [body.issue], languageOf(request, named?.country)) };
  }
  const record = 'issue' in body ? recordOf(emptyTree()) : body;
  const query = queryOf(request);
  const scope = scopeOf(request);
  // Before the register is looked for: that may create one.
  const outside = scope && checkRecord(record.head, scope);
  if (outside) return { format, outside };
  const address = {
    taxId: query.get('TaxId'),
    rn: query.get('RN'),
    terminal: scope?.terminal ?? askedTerminal(query),
  };
  const route = await registers.route(record.head, address, options.preview);
  if ('refused' in route) return { format, refused: route.refused };
  const { register } = route;
  const { country } = register;
  const context = { currencyDigits: country?.currency.digits ?? 2, fields: ALL_FIELDS };
  const language = languageOf(request, country);
  const read = () => {
    const posted = record.read(context);
    const told = (result: ReadResult) => withWarningsOfName(result, register, registers);
    return posted instanceof Promise ? posted.then(told) : told(posted);
  };
  const sender = () => record.sender(context);
  const reason = () => readReason(query.get('rsn'), context);
  const terminal = namedTerminal(address.terminal);
  const { beyondSender } = record;
  const asked = { read, sender, beyondSender, reason, query, terminal };
  return { format, addressed: { ...asked, register, language, type: 'Tra' } };
}

function withWarningsOfName(read: ReadResult, register: Register, registers: Registers): ReadResult {
  if (!read.tra) return read;
  const more = [
    ...namedElsewhere(read.tra, read.type, register, registers),
    ...terminalElsewhere(read.tra, read.type, register),
  ];
  return more.length === 0 ? read : { ...read, warnings: [...read.warnings, ...more] };
}

/** Name of the register that a request means by its body, read before anybody has signed in; null when it cannot be known. */
export async function meantRegister(
  request: Request,
  response: Response,
  registers: Registers,
): Promise<string | null> {
  if (!(await readShortBody(request, response))) return null;
  const read = await readAddressed(request, registers, { emptyAllowed: true, preview: true });
  return 'addressed' in read ? read.addressed.register.rn : null;
}
