/** The archive of a company: searching it, reading a record, downloading and checking it. */
import { z } from 'zod';
import { define } from '../api/define.ts';
import type { Need, Operation } from '../api/operation.ts';
import { Streamed } from '../api/streamed.ts';
import { archivedHybrid, archivedInvoice, invoiceHistory } from '../archive/e-invoice.ts';
import { beginExport, writeExport } from '../archive/export.ts';
import { planExport } from '../archive/export-plan.ts';
import { currencyAt, printedCopy, withCurrency } from '../archive/printed.ts';
import { refuseSealed } from '../archive/sealed.ts';
import { recordAt } from '../archive/single.ts';
import { writeCsv } from '../archive/csv.ts';
import { searchRecords } from '../archive/search.ts';
import { verification } from '../archive/verification.ts';
import { isDate, isDateTime } from '../../receipt/time.ts';
import { INVOICE_STATES } from '../../register/invoices/e-invoicing.ts';
import { fileName } from '../../render/file-name.ts';
import { formOf } from '../../render/long-forms.ts';
import * as fields from '../entities/fields.ts';
import { zonedTimestamp } from '../entities/year-end.ts';
import { badField, notFound, type Problem } from '../problem.ts';
import { withLinks } from '../receipts/links.ts';
import { findRegister } from '../registers/register.ts';
import { isExport, needsContent, printsReceipt } from './refusals.ts';
import { isoTime } from './results.ts';

const companyParams = z.object({ companyId: fields.entityId() });
const registerParams = companyParams.extend({ registerId: fields.entityId() });

const inCompany = (permission: Need['permission']): Need => ({
  permission,
  in: 'params',
  field: 'companyId',
  kinds: ['company'],
});

/** Largest sequence number. */
const MAX_SQ = 2 ** 32 - 1;

/** Sequence number of a record. */
export const sequenceNumber = () => z.int().min(1).max(MAX_SQ);

const currency = () =>
  z.string().describe('of its amounts, ISO 4217; null or missing: it has no configuration');
const unreadable = () =>
  z
    .string()
    .optional()
    .describe('Why nothing can be made of the record, in English; it has nothing but its name then');
const link = () => z.string().describe('Address of its public page; missing: it is not shown');
const journalRecord = z.looseObject({ _: z.string(), SQ: z.int(), RN: z.string(), D: z.string() });

const told = (text: string) => z.string().nullable().describe(text);
const eInvoiceHistory = z.object({
  registerId: z.int(),
  sq: z.int(),
  state: told('that counts now: `queued`, `underway`, `delivered`, `rejected`, `settled`'),
  id: told('UUID that it is known by wherever it is sent'),
  number: told('of the invoice; null: it is not made yet, or the portal has not heard of it'),
  system: told('delivery system of `DD`, with `-TEST` for the test system'),
  form: told('`ubl`, `cii`, `peppol`, `xrechnung`, `xrechnung-cii`, `factur-x`'),
  channel: told('`access-point`, `mail`, `folder`; null as `number`'),
  recipient: told('where it goes, `DDto`'),
  digest: told('SHA-256 of the XML, hexadecimal; null as `number`'),
  history: z
    .array(
      z.object({
        state: z.string().describe('as above, or `made`'),
        time: z.string().describe('as the clock of the shop showed it'),
        sq: z.int().describe('record that says so'),
        reason: z.string().optional().describe('why it was rejected or settled'),
        reference: z.string().optional().describe('what the channel knows it by'),
      }),
    )
    .describe('the oldest first, 500 at most'),
});

const criteria = {
  from: fields.optionalText(19).describe('first date or date-time of the document'),
  till: fields.optionalText(19).describe('last date or date-time of the document, included'),
  tn: fields.optionalText(200).describe('transaction number'),
  fn: fields.optionalText(200).describe('fiscal number, or the number as the receipt shows it, TL/TT/TN'),
  sq: sequenceNumber().nullish(),
  type: fields.optionalText(20).describe('type of the record: Tra, Cfg, log, ...'),
  total: fields.optionalText(30).describe('total amount'),
  registerId: fields.entityId().nullish(),
  locationId: fields.entityId().nullish().describe('what registers that are there now have registered'),
  text: fields.optionalText(200).describe('text anywhere in the record'),
  eInvoice: z
    .enum(['any', ...INVOICE_STATES])
    .nullish()
    .describe('receipts whose e-invoice stands like this; `any`: that have one'),
};

const searchQuery = z.object({
  ...criteria,
  limit: z.int().min(1).max(250).default(100),
  continuation: fields.optionalText(200).describe('of the answer before'),
});

const csvQuery = z.object({
  ...criteria,
  type: fields.optionalText(20).describe('type of the record; receipts (Tra) unless said otherwise'),
  bom: z
    .boolean()
    .default(true)
    .describe('begins with a byte order mark, by which spreadsheet programs know UTF-8'),
});

const exportQuery = z.object({
  type: z.string().min(1).max(50).describe('jou, or what the country of the registers offers'),
  from: fields.optionalText(10).describe('YYYY-MM-DD; without days all that was handed in'),
  till: fields.optionalText(10).describe('YYYY-MM-DD'),
  comment: fields.optionalText(255).describe('for the header of the file'),
});

/** All of them. */
export const archiveOperations: readonly Operation[] = [
  define({
    id: 'searchRecords',
    method: 'GET',
    path: '/Company/{companyId}/Records',
    tag: 'Archive',
    summary: 'Records that the registers of a company have handed in, the newest first',
    params: companyParams,
    query: searchQuery,
    need: inCompany('ReadRegister'),
    refusals: needsContent,
    result: z.object({
      Rec: z.array(
        journalRecord.extend({
          registerId: z.int(),
          currency: currency().optional(),
          Unreadable: unreadable(),
          digitalReceipt: link().optional(),
        }),
      ),
      continuation: z.string().optional(),
    }),
    run: async ({ db, services, entity, query, now }) => {
      checkPeriod(query);
      const { Rec, ...more } = await searchRecords(db, entity.id, query);
      const records = await withCurrency(db, entity.id, Rec);
      return {
        Rec: await withLinks(services, entity.id, records, now),
        ...more,
      };
    },
  }),
  define({
    id: 'exportReceipts',
    method: 'GET',
    path: '/Company/{companyId}/Records/Csv',
    tag: 'Archive',
    summary:
      'Receipts that meet the criteria of a search, as a table for spreadsheets (RFC 4180, UTF-8), the newest first',
    params: companyParams,
    query: csvQuery,
    need: inCompany('ExportData'),
    refusals: { ...needsContent, ...isExport },
    result: z.unknown(),
    produces: 'text/csv',
    run: async ({ services, entity, query: { bom, ...query }, now }) => {
      checkPeriod(query);
      const criteria = { ...query, type: query.type || 'Tra' };
      const day = zonedTimestamp(now, entity.country_code).slice(0, 10);
      await refuseSealed(services.db, { companyId: entity.id, ...query });
      const headers = {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="receipts-${entity.id}-${day}.csv"`,
      };
      const end = beginExport();
      return new Streamed(headers, (output, signal) =>
        writeCsv(services.db, entity.id, { criteria, bom }, output, signal).finally(end),
      );
    },
  }),
  define({
    id: 'getRecord',
    method: 'GET',
    path: '/Company/{companyId}/Records/{registerId}/{sq}',
    tag: 'Archive',
    summary:
      'A record as it stands, and its line as the register has handed it in, with the signed batch that it came in',
    params: registerParams.extend({ sq: sequenceNumber() }),
    need: inCompany('ReadRegister'),
    result: z.object({
      registerId: z.int(),
      currency: currency().nullable(),
      Rec: journalRecord.extend({ Unreadable: unreadable() }),
      line: z.string(),
      batch: z
        .object({
          firstSq: z.int(),
          lastSq: z.int(),
          digest: z.string(),
          signature: z.string(),
          receivedTimestamp: z.string(),
        })
        .nullable(),
    }),
    run: async ({ db, entity, params }) => {
      const found = await recordAt(db, entity.id, params.registerId, params.sq);
      if (!found) throw notFound(`record ${params.sq} of register ${params.registerId}`);
      const { receivedAt, ...batch } = found.batch ?? {};
      return {
        currency: await currencyAt(db, params),
        ...{ registerId: params.registerId, Rec: found.record, line: found.line },
        batch: found.batch && { ...batch, receivedTimestamp: isoTime(receivedAt!) },
      };
    },
  }),
  define({
    id: 'printRecord',
    method: 'GET',
    path: '/Company/{companyId}/Records/{registerId}/{sq}/Pdf',
    tag: 'Archive',
    summary: 'A receipt as a PDF file, marked as a copy, with the data of the company as they were then',
    params: registerParams.extend({ sq: sequenceNumber() }),
    query: z.object({
      paper: z.enum(['58', '80', 'a4']).default('80').describe('roll of 58 or 80 mm, or sheets'),
    }),
    need: inCompany('ReadRegister'),
    refusals: { ...needsContent, ...printsReceipt },
    result: z.unknown(),
    produces: 'application/pdf',
    run: async ({ db, params, query }) => {
      const paper = await printedCopy(db, params);
      if (!paper) throw notFound(`receipt ${params.sq} of register ${params.registerId}`);
      const pdf = await formOf({ form: 'pdf', paper, kind: query.paper });
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${fileName(paper)}.pdf"`,
      };
      return new Streamed(headers, (output) => {
        output.end(pdf);
        return Promise.resolve();
      });
    },
  }),
  define({
    id: 'downloadEInvoice',
    method: 'GET',
    path: '/Company/{companyId}/Records/{registerId}/{sq}/EInvoice',
    tag: 'Archive',
    summary: 'The e-invoice of a receipt as XML, byte for byte as the register has handed it over',
    params: registerParams.extend({ sq: sequenceNumber() }),
    need: inCompany('ReadRegister'),
    refusals: needsContent,
    result: z.unknown(),
    produces: 'application/xml',
    run: async ({ db, params }) => {
      const invoice = await archivedInvoice(db, params);
      if (!invoice) throw noInvoice(params);
      const headers = {
        'content-type': 'application/xml',
        'content-disposition': `attachment; filename="${invoice.name}"`,
      };
      return new Streamed(headers, (output) => {
        output.end(invoice.xml);
        return Promise.resolve();
      });
    },
  }),
  define({
    id: 'downloadEInvoicePdf',
    method: 'GET',
    path: '/Company/{companyId}/Records/{registerId}/{sq}/EInvoice/Pdf',
    tag: 'Archive',
    summary:
      'The e-invoice of a receipt as a PDF file with the XML inside (Factur-X, ZUGFeRD), marked as a copy',
    params: registerParams.extend({ sq: sequenceNumber() }),
    need: inCompany('ReadRegister'),
    refusals: {
      ...needsContent,
      ...printsReceipt,
      503: 'It takes too long now; `Retry-After` says when to try again',
    },
    result: z.unknown(),
    produces: 'application/pdf',
    run: async ({ services, params }) => {
      const invoice = await archivedHybrid(services, params);
      if (!invoice) throw noInvoice(params);
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${invoice.name}"`,
      };
      return new Streamed(headers, (output) => {
        output.end(invoice.pdf);
        return Promise.resolve();
      });
    },
  }),
  define({
    id: 'getEInvoiceHistory',
    method: 'GET',
    path: '/Company/{companyId}/Records/{registerId}/{sq}/EInvoice/History',
    tag: 'Archive',
    summary: 'What became of the e-invoice of a receipt: its state, when, and by which channel',
    params: registerParams.extend({ sq: sequenceNumber() }),
    need: inCompany('ReadRegister'),
    refusals: needsContent,
    result: eInvoiceHistory,
    run: async ({ db, params }) => {
      const { registerId, sq } = params;
      const history = await invoiceHistory(db, params);
      if (!history) throw noInvoice(params);
      return { registerId, sq, ...history };
    },
  }),
  define({
    id: 'exportRecords',
    method: 'GET',
    path: '/Company/{companyId}/Export',
    tag: 'Archive',
    summary:
      'All registers of a company in a zip archive: the journal, or a file that the law of the country knows',
    params: companyParams,
    query: exportQuery,
    need: inCompany('ExportData'),
    refusals: { ...needsContent, ...isExport },
    result: z.unknown(),
    produces: 'application/zip',
    run: async ({ services, entity, query }) => {
      const plan = await planExport(services, entity, query);
      const headers = {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${plan.archive}"`,
      };
      const end = beginExport();
      return new Streamed(headers, (output, signal) =>
        writeExport(services, plan, output, signal).finally(end),
      );
    },
  }),
  define({
    id: 'verifyRecords',
    method: 'GET',
    path: '/Company/{companyId}/Register/{registerId}/Verification',
    tag: 'Archive',
    summary:
      'Checks all records of a register again: signatures of its batches, gaps, and the law of its country',
    params: registerParams,
    need: inCompany('ReadRegister'),
    result: z.object({
      registerId: z.int(),
      findings: z.array(z.object({ sq: z.int(), text: z.string() })),
      batches: z.int(),
      records: z.int(),
      summary: z.string(),
      valid: z.boolean(),
    }),
    run: async ({ db, services, entity, params }) => {
      const register = await findRegister(db, entity.id, params.registerId);
      if (!register) throw notFound(`register ${params.registerId} in this company`);
      return new Streamed({ 'content-type': 'application/json; charset=utf-8' }, (output, signal) =>
        verification(services, register, output, signal),
      );
    },
  }),
];

function noInvoice({ registerId, sq }: { registerId: number; sq: number }): Problem {
  return notFound(`e-invoice of record ${sq} of register ${registerId}`);
}

function checkPeriod(query: { from?: string | null | undefined; till?: string | null | undefined }): void {
  for (const name of ['from', 'till'] as const) checkTime(name, query[name]);
}

function checkTime(field: string, value: string | null | undefined): void {
  if (!value || isDate(value) || isDateTime(value)) return;
  const message = `${field} must be an existing day YYYY-MM-DD, or a time YYYY-MM-DDThh:mm:ss`;
  throw badField(field, 'format', message, { format: 'date' });
}
