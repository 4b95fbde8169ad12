/** GET /recorder/lastdh and /recorder/lastdh/qr: the way to the digital receipt of the last transaction (doc 2). */
import { Router, type Request, type Response } from 'express';
import { issue, type Issue } from '../receipt/issue.ts';
import { handleOf } from '../register/paper/digital-receipts.ts';
import type { Registers } from '../register/registers.ts';
import type { QrLevel } from '../render/qr.ts';
import { qrPicture } from '../render/qr-picture.ts';
import { qrVector } from '../render/qr-vector.ts';
import { refuse } from './request/export-errors.ts';
import { namedRegister } from './request/named-register.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { QR_CONTENT_TYPES, qrMeasure } from './request/qr-options.ts';
import { queryOf, type Query } from './request/query.ts';
import { sendRecord } from './request/send.ts';

const DEFAULT_SIZE = 5;
const DEFAULT_MARGIN = 4;
const LEVELS: readonly QrLevel[] = ['L', 'M', 'Q', 'H'];
/** `fmt` and what it means; doc 2 writes `svc` for the vector format. */
const FORMATS = {
  png: 'png',
  pc437: 'pc437',
  bmp: 'bmp',
  svc: 'svg',
  svg: 'svg',
  pdf: 'pdf',
  eps: 'eps',
} as const;
const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** How a QR code was asked for. */
interface Look {
  small: boolean;
  level: QrLevel;
  format: (typeof FORMATS)[keyof typeof FORMATS];
  size: number;
  margin: number;
}

/** Routes of document handles. */
export function lastHandleRoutes(registers: Registers): Router {
  const router = Router();

  /** The handle; what is in its way was answered. */
  const find = async (request: Request, response: Response, issues: Issue[]) => {
    const { rn, issues: unclear } = namedRegister(request);
    const wrong = [...unclear, ...issues];
    if (wrong.length > 0) {
      refuse(request, response, wrong);
      return null;
    }
    const register = await registers.find(rn);
    const access = register?.answers.receiptAccess ?? null;
    if (access === null) {
      refuse(request, response, [
        issue('#OFFLINE', '', 'the register is not connected to the portal, or seals its records for it'),
      ]);
      return null;
    }
    const last = register!.last;
    if (last) return handleOf(access, last);
    refuse(request, response, [issue('#NOT_FOUND', '', `register ${rn} has registered no transaction yet`)]);
    return null;
  };

  router.get('/recorder/lastdh', async (request, response) => {
    const found = await find(request, response, []);
    if (!found) return;
    const { handle: Handle, link: Link } = found;
    sendRecord(response, 200, 'Dh', { Handle, Link }, acceptedFormat(request.headers.accept) ?? 'json');
  });

  router.get('/recorder/lastdh/qr', async (request, response) => {
    const issues: Issue[] = [];
    const look = readLook(queryOf(request), issues);
    const found = await find(request, response, issues);
    if (!found) return;
    const link = look.small ? found.smallLink : found.link;
    response
      .set({ 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': 'no-store' })
      .set('content-type', QR_CONTENT_TYPES[look.format])
      .send(draw(link, look));
  });
  return router;
}

function draw(text: string, { format: type, ...look }: Look): Buffer {
  return type === 'pdf' || type === 'eps'
    ? qrVector(text, { ...look, type })
    : qrPicture(text, { ...look, type });
}

function readLook(query: Query, issues: Issue[]): Look {
  const wrong = (name: string, allowed: string) =>
    void issues.push(issue('#TYPE', name, `must be one of ${allowed}`));
  const fmt = (query.get('fmt') ?? 'png').toLowerCase();
  if (!Object.hasOwn(FORMATS, fmt)) wrong('fmt', 'png, pc437, bmp, svc, pdf, eps');
  const named = (query.get('ec_level') ?? 'M').toUpperCase();
  const level = LEVELS.find((one) => one === named);
  if (!level) wrong('ec_level', LEVELS.join(', '));
  const flag = (query.get('small') ?? 'false').toLowerCase();
  if (!Object.hasOwn(FLAGS, flag)) wrong('small', 'true, false');
  return {
    small: FLAGS[flag] ?? false,
    level: level ?? 'M',
    format: FORMATS[fmt as keyof typeof FORMATS],
    ...qrMeasure(query, { size: DEFAULT_SIZE, margin: DEFAULT_MARGIN }, issues),
  };
}
