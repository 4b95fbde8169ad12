/**
 * What the page "Try it" asks for: examples of the register's country, the same record in
 * the other format, a check, and, on a register whose receipts do not count, sending.
 */
import { Router, type Request, type Response } from 'express';
import { ALL_FIELDS } from '../../countries/fields.ts';
import { examplesOf, filled, valuesOf } from '../../integration/examples.ts';
import { explained } from '../../integration/explain.ts';
import type { BothFormats, Tried, TryOverview } from '../../integration/wire.ts';
import { writeRecord, type Format } from '../../receipt/answer.ts';
import type { ReadContext } from '../../receipt/read-value.ts';
import { readReason, readSender, readTra } from '../../receipt/read.ts';
import type { TraC } from '../../receipt/tra.ts';
import { isTree, type Tree } from '../../receipt/tree.ts';
import { writeXml, XML_DECLARATION } from '../../receipt/xml.ts';
import { refusal } from '../../register/outcomes.ts';
import { registerPosted } from '../../register/posted.ts';
import type { Register } from '../../register/register.ts';
import type { Registers } from '../../register/registers.ts';
import { practises } from '../../register/status.ts';
import type { Attributes } from '../../settings/attributes.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { languageOf } from '../request/language.ts';
import { namedRegister } from '../request/named-register.ts';
import { queryOf } from '../request/query.ts';

const STATUS = { OK: 200, BAD: 400, NO: 406 } as const;

/**
 * Routes below `/control/try`, for managers (access/rules.ts).
 * @param folder `resources/examples`
 */
export function tryRoutes(registers: Registers, attributes: () => Attributes, folder: string): Router {
  const router = Router();
  const registerOf = async (request: Request, response: Response): Promise<Register | null> => {
    const { rn, issues } = namedRegister(request);
    const register = issues.length === 0 ? await registers.find(rn) : null;
    if (!register) response.status(404).json({ error: `there is no register ${rn}` });
    return register;
  };

  router.get('/control/try', async (request, response) => {
    const register = await registerOf(request, response);
    if (!register) return;
    const values = valuesOf(register.last);
    const examples = await examplesOf(folder, register.country?.code ?? null);
    const overview: TryOverview = {
      maySend: practises(register),
      cases: examples.flatMap(({ name, route = 'register' as const, body }) => {
        const whole = filled(body, values);
        return whole ? [{ name, route, ...inBothFormats(whole) }] : [];
      }),
    };
    response.set('cache-control', 'no-store').json(overview);
  });

  router.post('/control/try/convert', settingsBody, (request, response) => {
    const body = readBody(request);
    if ('issue' in body) response.status(400).json({ error: body.issue.text });
    else response.json(inBothFormats(body.tree));
  });

  /** Reads what was typed and answers what `work` makes of it. */
  const post = (
    path: string,
    isAllowed: (register: Register) => boolean,
    work: (register: Register, tree: Tree, request: Request) => Promise<TraC>,
  ) => {
    router.post(path, settingsBody, async (request, response) => {
      const register = await registerOf(request, response);
      if (!register) return;
      if (!isAllowed(register)) {
        response.status(403).json({ error: 'receipts of this register count: they are only checked here' });
        return;
      }
      const body = readBody(request);
      const language = queryOf(request).get('lng') ?? languageOf(request);
      const answer =
        'issue' in body
          ? refusal('BAD', [body.issue], languageOf(request, register.country))
          : await work(register, body.tree, request);
      const tried: Tried = {
        status: STATUS[answer.Result.RC],
        ...shown('TraC', answer),
        explained: explained(answer, language),
      };
      response.json(tried);
    });
  };

  const contextOf = ({ country }: Register): ReadContext => ({
    currencyDigits: country?.currency.digits ?? 2,
    fields: ALL_FIELDS,
  });

  post(
    '/control/try/check',
    () => true,
    async (register, tree, request) => {
      const { tra, issues, warnings } = readTra(tree, contextOf(register));
      const language = languageOf(request, register.country);
      if (!tra) return refusal('BAD', issues, language, warnings);
      const preview = register.preview(tra, warnings);
      return 'refused' in preview
        ? preview.refused
        : { Result: { RC: 'OK', ...(warnings.length > 0 && { Warning: warnings }) } };
    },
  );

  post('/control/try/send', practises, async (register, tree, request) => {
    const context = contextOf(register);
    const language = languageOf(request, register.country);
    const read = readTra(tree, context);
    if (queryOf(request).get('route') !== 'void')
      return registerPosted(register, read, { restart: false, attributes: attributes(), language });
    if (!read.tra) return refusal('BAD', read.issues, language, read.warnings);
    const sender = readSender(tree, context);
    if ('issues' in sender) return refusal('BAD', sender.issues, language);
    const reason = readReason('Test', context);
    if ('issues' in reason) return refusal('BAD', reason.issues, language);
    const warnings = [...read.warnings, ...sender.warnings];
    return register.void({ original: read.tra.ESR, sender: sender.esr, reason: reason.reason, warnings });
  });
  return router;
}

/** A posted record as JSON and as XML. */
function inBothFormats(tree: Tree): BothFormats {
  const [name, content] = Object.entries(tree)[0] ?? ['Tra', {}];
  const xml = isTree(content) ? writeXml(name, content) : writeXml('Tra', tree);
  return { json: JSON.stringify(tree), xml: XML_DECLARATION + xml };
}

function shown(name: string, record: object): BothFormats {
  const as = (format: Format) => writeRecord(name, record, format);
  return { json: as('json'), xml: as('xml') };
}
