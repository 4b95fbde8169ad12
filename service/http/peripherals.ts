/** /peri: printer, line display and drawer of a register (doc 2, Peripherals). */
import { Router, type Request, type Response } from 'express';
import { decodeBody, EncodingError } from '../receipt/decode.ts';
import type { Printer } from '../printing/printer.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { refusal } from '../register/outcomes.ts';
import { drawerOpened } from '../register/country-work.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';
import { textBody } from './request/body.ts';
import { namedRegister } from './request/named-register.ts';
import { languageOf } from './request/language.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { sendAnswer, sendRecord } from './request/send.ts';

/** Whoever waits for a drawer is told this often that it is still open (doc 2, Limits), ms. */
const DRAWER_INTERIM_MS = 30_000;

/**
 * Routes of the devices at a register. Nothing of them is journaled but a drawer that was opened, where the law wants that.
 * @param printerOf the printer of a register, null without one
 */
export function peripheralRoutes(
  registers: Registers,
  printerOf: (rn: string) => Promise<Printer | null>,
  interimMs = DRAWER_INTERIM_MS,
): Router {
  const router = Router();

  /** Answers with what became of the work, or why there is no device to do it. */
  const withPrinter = async (
    request: Request,
    response: Response,
    work: (printer: Printer) => Promise<Issue | null>,
    done?: (register: Register) => Promise<void>,
  ) => {
    const { rn, issues: wrongName } = namedRegister(request);
    const register = wrongName.length === 0 ? await registers.find(rn) : null;
    const language = languageOf(request, register?.country);
    const printer = wrongName.length === 0 ? await printerOf(rn) : null;
    const none = issue('#NO_PRINTER', '', `no printer is connected to register ${rn}`);
    const problem = wrongName[0] ?? (printer ? await work(printer) : none);
    if (!problem && register) await done?.(register);
    if (response.headersSent) return;
    const answer = problem
      ? refusal(problem === none || printer ? 'NO' : 'BAD', [problem], language)
      : { Result: { RC: 'OK' as const } };
    sendAnswer(response, answer, acceptedFormat(request.headers.accept) ?? 'json', 'PeriC');
  };

  const withText = (path: string, work: (printer: Printer, text: string) => Promise<Issue | null>) => {
    router.post(path, textBody, async (request, response) => {
      const text = textOf(request);
      if (typeof text === 'string') await withPrinter(request, response, (printer) => work(printer, text));
      else {
        const format = acceptedFormat(request.headers.accept) ?? 'json';
        sendAnswer(response, refusal('BAD', [text], languageOf(request)), format, 'PeriC');
      }
    });
  };
  withText('/peri/print', (printer, text) => printer.print(text));
  withText('/peri/display', (printer, text) => printer.display(text));
  router.post('/peri/drawer', (request, response) =>
    withPrinter(request, response, (printer) => printer.openDrawer(), drawerOpened),
  );
  router.post('/peri/drawer/wait', async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const timer = setInterval(() => response.writeProcessing(), interimMs);
    try {
      await withPrinter(request, response, (printer) => printer.drawerClosed(gone.signal));
    } finally {
      clearInterval(timer);
    }
  });
  router.get('/peri/print/state', (request, response) =>
    withPrinter(request, response, async (printer) => {
      const told = await printer.state();
      if ('issue' in told) return told.issue;
      if (acceptedFormat(request.headers.accept) === 'xml')
        sendRecord(response, 200, 'PrinterState', told.state, 'xml');
      else response.json(told.state);
      return null;
    }),
  );
  return router;
}

/** The body as text. */
function textOf(request: Request): string | Issue {
  const body: unknown = request.body;
  try {
    return decodeBody(Buffer.isBuffer(body) ? body : Buffer.alloc(0), request.headers['content-type']);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    return issue('#BODY', '', error.message);
  }
}
