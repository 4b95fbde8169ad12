/** Sending records and answers in the wanted format, with the status that belongs to them. */
import type { Response } from 'express';
import { writeRecord, type Format } from '../receipt/answer.ts';
import type { Result, TraC } from '../receipt/tra.ts';

const STATUS: Record<Result['RC'], number> = { OK: 200, BAD: 400, NO: 406 };

/** Makes answers to this request have status 200 whatever their result (HttpServer_respond200). */
export function alwaysOk(response: Response): void {
  response.locals.alwaysOk = true;
}

/** Sends an answer with the status that belongs to its result code. */
export function sendAnswer(response: Response, answer: TraC, format: Format, name = 'TraC'): void {
  const status = response.locals.alwaysOk === true ? 200 : STATUS[answer.Result.RC];
  sendRecord(response, status, name, answer, format);
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
