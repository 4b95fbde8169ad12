/** GET /render, /render/pdf, /render/text, /render/escpos and POST /render: receipts to look at and to print (doc 2). */
import path from 'node:path';
import { Router, type Request, type Response } from 'express';
import type { Journal } from '../journal/journal.ts';
import { issue } from '../receipt/issue.ts';
import { refusal } from '../register/outcomes.ts';
import { paperOf } from '../register/paper.ts';
import { registeredPaper } from '../register/receipts.ts';
import type { Registers } from '../register/registers.ts';
import { renderEscPos } from '../render/escpos-receipt.ts';
import { renderHtml } from '../render/html.ts';
import { paperKind, type PaperKind } from '../render/papers.ts';
import { renderPdf } from '../render/pdf.ts';
import type { Templates } from '../render/templates.ts';
import { renderText } from '../render/text.ts';
import type { Paper } from '../wire.ts';
import { isKeptOut, refuse as keepOut } from './access-guard.ts';
import { readAddressed } from './addressed.ts';
import { rawBody } from './body.ts';
import { languageOf } from './language.ts';
import { namedRegister } from './named-register.ts';
import { acceptedFormat } from './negotiate.ts';
import { queryOf } from './query.ts';
import { sendAnswer, sendRecord } from './send.ts';

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

/** Routes for printed receipts. */
export function renderRoutes({ journal, registers, templates, folder }: RenderSources): Router {
  const router = Router();
  const sendHtml = async (response: Response, paper: Paper, kind: PaperKind, rn: string) => {
    const html = await renderHtml(paper, kind, templates, path.join(folder, rn, 'cfg'));
    response
      .setHeader('content-security-policy', CONTENT_SECURITY_POLICY)
      .setHeader('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(html);
  };

  const get = (
    route: string,
    send: (response: Response, paper: Paper, kind: PaperKind, rn: string) => void | Promise<void>,
  ) => {
    router.get(route, async (request, response) => {
      const kind = paperKind(queryOf(request).get('paper'));
      if (kind === null || (kind === 'a4' && route === '/render/escpos')) {
        refuse(request, response, 400, issue('#TYPE', 'paper', PAPER_TEXT));
        return;
      }
      const { rn, issues } = namedRegister(request);
      const paper = issues.length === 0 ? await find(request, rn) : null;
      if (paper) await send(response, paper, kind, rn);
      else refuse(request, response, 404, issue('#NOT_FOUND', '', `register ${rn} has no such receipt`));
    });
  };

  const find = async (request: Request, rn: string): Promise<Paper | null> => {
    const query = queryOf(request);
    const register = await registers.find(rn);
    return register && registeredPaper(journal, register, query.get('FN'), query.get('copy') === '1');
  };

  get('/render', sendHtml);
  get('/render/pdf', async (response, paper, kind) => {
    const pdf = await renderPdf(paper, kind);
    response.setHeader('content-disposition', `inline; filename="${fileName(paper)}.pdf"`);
    response.type('application/pdf').send(pdf);
  });
  get('/render/text', (response, paper, kind) => {
    response.type('text/plain; charset=utf-8').send(renderText(paper, kind));
  });
  get('/render/escpos', (response, paper, kind) => {
    if (kind !== 'a4') response.type('application/octet-stream').send(renderEscPos(paper, kind));
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
    await sendHtml(response, paperOf(preview.record, preview.cfg, { purpose: 'preview' }), kind, register.rn);
  });
  return router;
}

const PAPER_TEXT = 'must be 58, 80 or a4 (a4 not for ESC/POS)';

function refuse(
  request: Request,
  response: Response,
  status: number,
  problem: ReturnType<typeof issue>,
): void {
  const format = acceptedFormat(request.headers.accept) ?? 'json';
  sendRecord(response, status, 'TraC', refusal('BAD', [problem], languageOf(request)), format);
}

/** A name for saving: `FS-1_1.26-1`. */
function fileName(paper: Paper): string {
  return paper.number.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^-|-$/g, '') || 'receipt';
}
