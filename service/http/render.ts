/** GET /render, /render/pdf, /render/text, /render/escpos and POST /render: receipts to look at and to print (doc 2). */
import path from 'node:path';
import { Router, type Request, type Response } from 'express';
import { ANY_MODEL } from '../devices/receipt-printer/models.ts';
import type { Journal } from '../journal/journal.ts';
import { issue, refusalCode, type Issue } from '../receipt/issue.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { refusal } from '../register/outcomes.ts';
import type { PaperOptions, Sheet } from '../register/paper/paper.ts';
import { registeredReceipt } from '../register/paper/receipts.ts';
import type { RefusedCopy } from '../register/paper/reprint-count.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';
import { renderHtml } from '../render/html.ts';
import { formOf } from '../render/long-forms.ts';
import { paperKind, type PaperKind } from '../render/papers.ts';
import { sheetName } from '../render/file-name.ts';
import type { Templates } from '../render/templates.ts';
import { isKeptOut, refuse as keepOut } from './door/access-guard.ts';
import { readAddressed } from './request/addressed.ts';
import { rawBody } from './request/body.ts';
import { languageOf } from './request/language.ts';
import { namedRegister } from './request/named-register.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { isFromStranger } from './door/origins.ts';
import { queryOf } from './request/query.ts';
import { sendAnswer, sendRecord } from './request/send.ts';
import { wantedBy } from './request/wanted-receipt.ts';

/** A receipt is text and pictures: whatever a template puts into it, no script runs and nothing is fetched. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";

/** What the routes work with. */
export interface RenderSources {
  journal: Journal;
  registers: Registers;
  templates: Templates;
  /** Folder of all registers' files (`rn` of the data root). */
  folder: string;
}

/** A receipt on its way to paper. */
interface Print {
  paper: Sheet;
  kind: PaperKind;
  /** Name of its register. */
  rn: string;
}

/** Routes for printed receipts. */
export function renderRoutes({ journal, registers, templates, folder }: RenderSources): Router {
  const router = Router();
  const sendHtml = async (response: Response, { paper, kind, rn }: Print) => {
    const raw = { ...paper, options: { ...paper.options, raw: true } };
    const html = await renderHtml(paper, kind, templates, path.join(folder, rn, 'cfg'), raw);
    response
      .setHeader('content-security-policy', CONTENT_SECURITY_POLICY)
      .setHeader('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(html);
  };

  const get = (route: string, send: (response: Response, print: Print) => Promise<void>) => {
    router.get(route, async (request, response) => {
      const query = queryOf(request);
      const kind = paperKind(query.get('paper'));
      if (kind === null || (kind === 'a4' && route === '/render/escpos')) {
        refuse(request, response, 400, issue('#TYPE', 'paper', PAPER_TEXT));
        return;
      }
      const wanted = wantedBy(query);
      if ('issue' in wanted) {
        refuse(request, response, 400, wanted.issue);
        return;
      }
      const { rn, issues } = namedRegister(request);
      if (issues.length > 0) {
        refuse(request, response, 400, ...issues);
        return;
      }
      const register = await registers.find(rn);
      const found = register && (await registeredReceipt(journal, register, wanted));
      if (!found) {
        refuse(request, response, 404, issue('#NOT_FOUND', '', `register ${rn} has no such receipt`));
        return;
      }
      const options = await purposeOf(request, response, register, found.record);
      if ('issues' in options) {
        const format = acceptedFormat(request.headers.accept) ?? 'json';
        const answer = refusal(refusalCode(options.issues), options.issues, register.country!.language);
        sendAnswer(response, answer, format);
        return;
      }
      await send(response, { paper: found.sheet(options), kind, rn });
    });
  };

  get('/render', sendHtml);
  get('/render/pdf', async (response, { paper, kind }) => {
    const pdf = await formOf({ form: 'pdf', paper, kind });
    response.setHeader('content-disposition', `inline; filename="${sheetName(paper)}.pdf"`);
    response.type('application/pdf').send(pdf);
  });
  get('/render/text', async (response, { paper, kind }) => {
    const text = await formOf({ form: 'text', paper, kind });
    response.type('text/plain; charset=utf-8').send(text);
  });
  get('/render/escpos', async (response, { paper, kind }) => {
    if (kind === 'a4') return;
    const commands = await formOf({ form: 'escpos', paper, kind, printer: ANY_MODEL });
    response.type('application/octet-stream').send(commands);
  });

  router.post('/render', rawBody, async (request, response) => {
    const read = await readAddressed(request, registers, { preview: true });
    if ('outside' in read) {
      keepOut(request, response, read.outside);
      return;
    }
    if ('refused' in read) {
      sendAnswer(response, read.refused, read.format);
      return;
    }
    const { query, register, language } = read.addressed;
    if (isKeptOut(request, response, register.rn)) return;
    const kind = paperKind(query.get('paper'));
    if (kind === null) {
      sendAnswer(response, refusal('BAD', [issue('#TYPE', 'paper', PAPER_TEXT)], language), read.format);
      return;
    }
    const { tra, issues, warnings } = await read.addressed.read();
    const preview = tra
      ? register.preview(tra, warnings)
      : { refused: refusal('BAD', issues, language, warnings) };
    if ('refused' in preview) {
      sendAnswer(response, preview.refused, read.format);
      return;
    }
    const { record, cfg } = preview;
    const paper: Sheet = { record, cfg, options: { purpose: 'preview' } };
    await sendHtml(response, { paper, kind, rn: register.rn });
  });
  return router;
}

/**
 * Whether this print is a copy. The first one of a receipt is the original, each
 * later one a copy unless the POS says `original=1`, which the journal keeps, and the law allows it. A
 * look counts as no print, and shows a copy: HEAD, what a browser loads ahead,
 * pictures and the like of web pages, which anybody may put into a page, and whatever a
 * page of another site asks for: it must not use up the till's original. Where copies
 * are documents of their own, each is counted and signed before it is shown.
 */
async function purposeOf(
  request: Request,
  response: Response,
  register: Register,
  record: JournalRecord,
): Promise<Pick<PaperOptions, 'purpose' | 'reprint'> | RefusedCopy> {
  const query = queryOf(request);
  const { 'sec-purpose': ahead, 'sec-fetch-mode': mode, 'sec-fetch-site': site } = request.headers;
  const isStranger = isFromStranger(response);
  const isLook = request.method !== 'GET' || ahead !== undefined || mode === 'no-cors';
  // A POS on another port of this machine is of the same site.
  if (isLook || (isStranger && site !== 'same-site')) return { purpose: 'copy' };
  const copied = async () => {
    // A copy that is a document of its own must not be made by somebody's web page.
    const law = isStranger ? null : await register.prints.copied(record);
    if (law && 'issues' in law) return law;
    return { purpose: 'copy' as const, ...(law?.tags && { reprint: law.tags }) };
  };
  if (query.get('copy') === '1') return copied();
  if (!register.prints.has(record)) {
    register.prints.add(record);
    return {};
  }
  const isAsked = query.get('original') === '1' && !isStranger && !register.country?.originalOnce;
  return isAsked && (await register.prints.originalAgain(record)) ? {} : copied();
}

const PAPER_TEXT = 'must be 58, 80 or a4 (a4 not for ESC/POS)';

function refuse(request: Request, response: Response, status: number, ...problems: Issue[]): void {
  const format = acceptedFormat(request.headers.accept) ?? 'json';
  sendRecord(response, status, 'TraC', refusal('BAD', problems, languageOf(request)), format);
}
