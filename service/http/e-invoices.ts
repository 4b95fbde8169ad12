/** GET /e-invoice and /e-invoice/pdf: the electronic invoice of a receipt. */
import { Router, type Request, type Response } from 'express';
import type { EInvoicingService } from '../e-invoicing/service.ts';
import type { Journal } from '../journal/journal.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { INVOICE, type EInvoiceState } from '../register/invoices/e-invoicing.ts';
import { fileNameOf, xmlOf } from '../register/invoices/invoice-record.ts';
import { refusal } from '../register/outcomes.ts';
import { wantedReceipt } from '../register/paper/receipts.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';
import { languageOf } from './request/language.ts';
import { namedRegister } from './request/named-register.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { queryOf } from './request/query.ts';
import { sendRecord } from './request/send.ts';
import { wantedBy } from './request/wanted-receipt.ts';

/** What the routes work with. */
export interface EInvoiceSources {
  journal: Journal;
  registers: Registers;
  eInvoicing: EInvoicingService;
}

/** A receipt with its invoice as it was made. */
interface Found {
  register: Register;
  receipt: JournalRecord;
  invoice: JournalRecord;
}

/** Routes for electronic invoices. */
export function eInvoiceRoutes({ journal, registers, eInvoicing }: EInvoiceSources): Router {
  const router = Router();
  const find = async (request: Request): Promise<Found | Issue> => {
    const query = queryOf(request);
    const { rn, issues } = namedRegister(request);
    const [unclear] = issues;
    if (unclear) return unclear;
    const register = await registers.find(rn);
    if (!register?.cfg) return issue('#NOT_FOUND', '', `there is no register ${rn}`);
    const wanted = wantedBy(query);
    if ('issue' in wanted) return wanted.issue;
    const receipt = await wantedReceipt(journal, register, wanted);
    const invoice = receipt && (await invoiceOf(journal, register, receipt));
    if (receipt && invoice) return { register, receipt, invoice };
    const text = receipt
      ? 'this receipt has no e-invoice, or it is not made yet'
      : `register ${rn} has no such receipt`;
    return issue('#NOT_FOUND', '', text);
  };
  const refuse = (request: Request, response: Response, status: number, problem: Issue) => {
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    sendRecord(
      response,
      status,
      'TraC',
      refusal(status === 503 ? 'NO' : 'BAD', [problem], languageOf(request)),
      format,
    );
  };
  const send = (
    response: Response,
    { Id, Number: number }: JournalRecord,
    bytes: Buffer,
    kind: 'xml' | 'pdf',
  ) => {
    const name = fileNameOf(String(number), String(Id), kind);
    response
      .setHeader('content-disposition', `attachment; filename="${name}"`)
      .setHeader('cache-control', 'no-store')
      .type(kind === 'pdf' ? 'application/pdf' : 'application/xml')
      .send(bytes);
  };

  router.get('/e-invoice', async (request, response) => {
    const found = await find(request);
    if ('code' in found) refuse(request, response, statusOf(found), found);
    else send(response, found.invoice, Buffer.from(xmlOf(found.invoice), 'utf8'), 'xml');
  });

  router.get('/e-invoice/pdf', async (request, response) => {
    const found = await find(request);
    if ('code' in found) {
      refuse(request, response, statusOf(found), found);
      return;
    }
    const { register, receipt, invoice } = found;
    const cfg = (await journal.bySq(receipt.RN, Number(invoice.CfgSq)))?.Cfg as Cfg | undefined;
    const { country } = register;
    const made =
      cfg && country
        ? await eInvoicing.documents.hybrid(receipt, invoice, { cfg, country })
        : { problem: 'its configuration is missing in the journal', mayRepeat: false };
    if (!('problem' in made)) send(response, invoice, made.pdf, 'pdf');
    else if (made.mayRepeat) refuse(request, response, 503, issue('#EINVOICE_UNAVAILABLE', '', made.problem));
    else refuse(request, response, 404, issue('#NOT_FOUND', '', made.problem));
  });
  return router;
}

/** 404 for what is not there, 400 for a question that nobody can answer. */
function statusOf({ code }: Issue): 400 | 404 {
  return code === '#NOT_FOUND' ? 404 : 400;
}

/** The invoice of a receipt as it was made: while it waits the queue names its record, later the receipt's state. */
async function invoiceOf(
  journal: Journal,
  { invoiceQueue }: Register,
  { RN, SQ, Fis }: JournalRecord,
): Promise<JournalRecord | null> {
  const sq =
    invoiceQueue.of(SQ)?.document ?? Number((Fis?.EInvoice as EInvoiceState | undefined)?.Document ?? 0);
  const record = sq > 0 ? await journal.bySq(RN, sq) : null;
  return record?._ === INVOICE ? record : null;
}
