/** POST /register and /restart, GET /last (doc 2, Transactions). */
import { Router, type Request, type Response } from 'express';
import { answerOf, writeRecord, type Format } from '../receipt/answer.ts';
import { issue } from '../receipt/issue.ts';
import { readTra } from '../receipt/read.ts';
import type { Result, TraC } from '../receipt/tra.ts';
import { refusal } from '../register/register.ts';
import { checkName, DEFAULT_NAME, type Registers } from '../register/registers.ts';
import { rawBody, readBody } from './body.ts';
import { acceptedFormat, answerFormat } from './negotiate.ts';
import { queryOf } from './query.ts';

const STATUS: Record<Result['RC'], number> = { OK: 200, BAD: 400, NO: 406 };

/** Sends an answer with the status that belongs to its result code. */
export function sendAnswer(response: Response, answer: TraC, format: Format, name = 'TraC'): void {
  sendRecord(response, STATUS[answer.Result.RC], name, answer, format);
}

/** Sends a record under its name in the wanted format. */
export function sendRecord(
  response: Response,
  status: number,
  name: string,
  record: object,
  format: Format,
): void {
  const type = format === 'xml' ? 'text/xml; charset=utf-8' : 'application/json; charset=utf-8';
  response
    .status(status)
    .type(type)
    .send(writeRecord(name, record, format));
}

/** Routes for transactions. */
export function transactionRoutes(registers: Registers): Router {
  const router = Router();
  const register = async (request: Request, response: Response, restart: boolean) => {
    const body = readBody(request);
    const format = answerFormat(request, body.format);
    if ('issue' in body) {
      sendAnswer(response, refusal('BAD', [body.issue], 'en'), format);
      return;
    }
    const query = queryOf(request);
    const route = await registers.route(body.tree, { taxId: query.get('TaxId'), rn: query.get('RN') });
    if ('refused' in route) {
      sendAnswer(response, route.refused, format);
      return;
    }
    const { country } = route.register;
    const read = readTra(body.tree, { currencyDigits: country?.currency.digits ?? 2 });
    if (!read.tra) {
      sendAnswer(response, refusal('BAD', read.issues, country?.language ?? 'en', read.warnings), format);
      return;
    }
    const answer = await route.register.submit({ tra: read.tra, warnings: read.warnings, restart });
    sendAnswer(response, answer, format);
  };
  router.post('/register', rawBody, (request, response) => register(request, response, false));
  router.post('/restart', rawBody, (request, response) => register(request, response, true));

  router.get('/last', async (request, response) => {
    const query = queryOf(request);
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    const rn = query.get('RN') ?? DEFAULT_NAME;
    const type = query.get('_') ?? 'Tra';
    const found = checkName(rn).length === 0 ? await registers.find(rn) : null;
    if (type === 'Cfg' && found?.lastCfg) {
      sendRecord(response, 200, 'Cfg', { SQ: found.lastCfg.SQ, D: found.lastCfg.D, ...found.cfg }, format);
    } else if (type === 'Tra' && found?.last) {
      sendAnswer(response, answerOf(found.last), format);
    } else {
      const text = `register ${rn} has no ${type} record`;
      sendRecord(response, 404, 'TraC', refusal('BAD', [issue('#NOT_FOUND', '', text)], 'en'), format);
    }
  });
  return router;
}
