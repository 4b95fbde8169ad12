/** Sending records and answers in the wanted format, with the status that belongs to them. */
import type { Response } from 'express';
import { writeRecord, type Format } from '../../receipt/answer.ts';
import type { Result, TraC } from '../../receipt/tra.ts';

const STATUS: Record<Result['RC'], number> = { OK: 200, BAD: 400, NO: 406 };

/** Makes BAD and NO have status 200 in answers to this request (HttpServer_respond200). */
export function alwaysOk(response: Response): void {
  response.locals.alwaysOk = true;
}

/** Sends an answer with the status that belongs to its result code. */
export function sendAnswer(response: Response, answer: TraC, format: Format, name = 'TraC'): void {
  sendRecord(response, STATUS[answer.Result.RC], name, answer, format);
}

/**
 * Sends a record under its name in the wanted format.
 * @param status 400 and 406 are those of BAD and NO, which the profile may turn into 200; others say more than that
 */
export function sendRecord(
  response: Response,
  status: number,
  name: string,
  record: object,
  format: Format,
): void {
  const isResult = status === STATUS.BAD || status === STATUS.NO;
  const type = format === 'xml' ? 'text/xml; charset=utf-8' : 'application/json; charset=utf-8';
  response
    .status(isResult && response.locals.alwaysOk === true ? STATUS.OK : status)
    .type(type)
    .send(writeRecord(name, record, format));
}
