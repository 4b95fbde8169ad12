/** One request to the printer's web server. */
import { exchangeOver, type Connection, type Exchanged } from '../web.ts';
import { readAnswer, type Answer } from './xml.ts';

const PATH = '/cgi-bin/fpmate.cgi?devid=local_printer';
const TYPE = 'text/xml; charset=utf-8';

/** Sends a message and reads the whole answer; never rejects. */
export function exchange(
  connection: Connection,
  message: string,
  timeoutMs: number,
): Promise<Exchanged<Answer>> {
  const path = `${PATH}&timeout=${timeoutMs}`;
  return exchangeOver(connection, { path, type: TYPE, body: message }, timeoutMs, readAnswer);
}
