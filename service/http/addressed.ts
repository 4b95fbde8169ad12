/** Posted transactions: the body read and the register found, the same for all routes that take one. */
import type { Request, Response } from 'express';
import type { Format } from '../receipt/answer.ts';
import type { RecordType } from '../receipt/envelope.ts';
import type { ReadContext } from '../receipt/read.ts';
import { emptyTree, type Tree } from '../receipt/tree.ts';
import type { TraC } from '../receipt/tra.ts';
import { refusal } from '../register/outcomes.ts';
import type { Register } from '../register/register.ts';
import { DEFAULT_NAME, type Registers } from '../register/registers.ts';
import type { TokenRefused } from '../access/bearer.ts';
import { readBody, readShortBody } from './body.ts';
import { checkRecord, scopeOf } from './cloud-scope.ts';
import { languageOf } from './language.ts';
import { answerFormat } from './negotiate.ts';
import { queryOf, type Query } from './query.ts';

/** A request whose body was read and whose register is known. */
export interface Addressed {
  tree: Tree;
  query: Query;
  register: Register;
  context: ReadContext;
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
  const body = readBody(request);
  const format = answerFormat(request, body.format);
  const isEmpty = !Buffer.isBuffer(request.body) || request.body.length === 0;
  if ('issue' in body && !(isEmpty && options.emptyAllowed)) {
    const named = await registers.find(queryOf(request).get('RN') ?? DEFAULT_NAME);
    return { format, refused: refusal('BAD', [body.issue], languageOf(request, named?.country)) };
  }
  const tree = 'tree' in body ? body.tree : emptyTree();
  const query = queryOf(request);
  const scope = scopeOf(request);
  // Before the register is looked for: that may create one.
  const outside = scope && checkRecord(tree, scope);
  if (outside) return { format, outside };
  const address = { taxId: query.get('TaxId'), rn: query.get('RN'), terminal: scope?.terminal };
  const route = await registers.route(tree, address, options.preview);
  if ('refused' in route) return { format, refused: route.refused };
  const { register } = route;
  const { country } = register;
  const context = { currencyDigits: country?.currency.digits ?? 2 };
  const language = languageOf(request, country);
  return { format, addressed: { tree, query, register, context, language, type: 'Tra' } };
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
