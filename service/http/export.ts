/** GET /export and GET /control/export: what authorities want to see, as a zip archive or as files in a folder (doc 2). */
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Router, type Request, type Response } from 'express';
import type { ExportFile } from '../countries/contract/exports.ts';
import { wasLeft, writeFolder, writeZip, type WrittenFile } from '../exports/archive.ts';
import {
  Exports,
  type ExportRequest,
  type ExportServices,
  type Making,
  type Plan,
} from '../exports/exports.ts';
import { Gathering } from '../exports/gathering.ts';
import type { CompanyOrder, NeighbourExports } from '../exports/neighbours.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Registers } from '../register/registers.ts';
import { isKeptOut } from './door/access-guard.ts';
import { BUSY, refuse } from './request/export-errors.ts';
import { exportJobRoutes } from './control/export-jobs.ts';
import { namedRegister, type NamedRegister } from './request/named-register.ts';
import { lanExportRoutes } from './lan-export.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { queryOf, type Query } from './request/query.ts';
import { sendRecord } from './request/send.ts';
import { checkTarget } from './request/target-folder.ts';

/** Routes of exports, and how to end what is running. */
export interface ExportRoutes {
  router: Router;
  /** Stops all exports and waits for them; before the journal is closed. */
  close(): Promise<void>;
}

/** Warnings in the header of an answer: clients refuse longer headers than some kilobytes. The archive has all of them. */
const MOST_WARNINGS = 10;
const LONGEST_WARNING = 300;

/**
 * Routes of exports, for this machine only.
 * @param services.dataRoot jobs of the control page write to its folder `export`; no target folder may lie inside it
 */
export function exportRoutes(
  services: ExportServices & { dataRoot: string; neighbours: NeighbourExports },
): ExportRoutes {
  const { registers, country, dataRoot, neighbours } = services;
  const router = Router();
  const folder = path.join(dataRoot, 'export');
  const exports = new Exports({ ...services, folder });
  const gathering = new Gathering(neighbours, folder);

  const answer = async (request: Request, response: Response, asked: Asked) => {
    const { query } = asked;
    const target = query.get('target');
    const { rn, issues: unclear } = asked.order.whole
      ? await registerOf(request, registers, exports)
      : namedRegister(request);
    const plan = unclear.length > 0 ? { issues: unclear } : await exports.plan(rn, asked.order);
    const issues = [
      ...asked.issues,
      ...('issues' in plan ? plan.issues : []),
      ...(target === undefined ? [] : await checkTarget(target, dataRoot)),
    ];
    if ('issues' in plan || issues.length > 0) {
      refuse(request, response, issues);
      return;
    }
    // The door has asked for the named register alone. A company without one of its registers is no export of it.
    if (plan.registers.some(({ rn }) => isKeptOut(request, response, rn))) return;
    // Whoever asks what there is gets nothing made, written or journaled.
    if (request.method === 'HEAD') {
      nameFile(response, plan);
      response.end();
      return;
    }
    let written: WrittenFile[] = [];
    let records = 0;
    let warnings: string[] = [];
    const running = exports.begin(plan, async (making) => {
      const { signal } = making;
      const others = asked.lan ? await gathering.gather(companyOrder(plan), signal) : null;
      try {
        records = making.total + (others?.records ?? 0);
        warnings = others?.missing ?? [];
        if (target !== undefined) {
          const files = others?.with(making.files) ?? making.files;
          written = await writeFolder(files, target, signal);
        } else {
          const files = others?.inArchive(making.files) ?? making.files;
          await sendZip(response, plan, { files, signal }, new Date(country.clock.now()), warnings);
        }
      } finally {
        await others?.remove();
      }
    });
    if (!running) {
      refuse(request, response, [BUSY]);
      return;
    }
    // Whoever asked may go away before there is anything to send.
    response.on('close', () => response.writableFinished || running.stop());
    try {
      await running.done;
    } catch (error) {
      if (!response.destroyed) throw error;
      if (wasLeft(error)) country.log.info(`export ${plan.order.type}: the client went away`);
      else country.log.error(`export ${plan.order.type} broke off`, error);
      return;
    }
    if (target === undefined) return;
    const record = {
      Target: target,
      Count: written.length,
      Records: records,
      ...(warnings.length > 0 && { Warning: warnings }),
      Files: written.map(({ name, size }) => ({ _: 'File', Name: name, Size: size })),
    };
    sendRecord(response, 200, 'Export', record, acceptedFormat(request.headers.accept) ?? 'json');
  };

  router.get('/export', (request, response) => answer(request, response, readExport(request)));
  router.get('/control/export', (request, response) => answer(request, response, readControlExport(request)));
  exportJobRoutes(router, services, exports);
  lanExportRoutes(router, services, exports, neighbours);
  return { router, close: () => exports.close() };
}

/** What a request asks for. */
interface Asked {
  query: Query;
  order: ExportRequest;
  issues: Issue[];
  /** With the registers of the shop's other machines. */
  lan: boolean;
}

function readExport(request: Request): Asked {
  const query = queryOf(request);
  // A company alone means all its registers.
  const whole =
    query.get('TaxId') !== undefined && ['RN', 'TL', 'TT'].every((name) => query.get(name) === undefined);
  const open = isAsked(query, 'open');
  const days = { from: query.get('from'), till: query.get('till') };
  const order = { type: query.get('type') ?? '', ...days, whole, open: open === true };
  const issues = open === null ? [issue('#TYPE', 'open', 'must be 1 or 0')] : [];
  return { query, order, issues, lan: false };
}

/** A parameter that is there or not, perhaps with a value that says so; null for another value. */
function isAsked(query: Query, name: string): boolean | null {
  if (!query.has(name)) return false;
  const said = query.get(name)?.toLowerCase() ?? '1';
  if (['1', 'true', 'on', 'yes'].includes(said)) return true;
  return ['0', 'false', 'off', 'no'].includes(said) ? false : null;
}

function readControlExport(request: Request): Asked {
  const query = queryOf(request);
  const days = { from: query.get('from'), till: query.get('till') };
  const lan = query.get('lan')?.toLowerCase() ?? 'off';
  return {
    query,
    order: { ...days, comment: query.get('headercomment'), whole: true },
    issues: lan === 'on' || lan === 'off' ? [] : [issue('#TYPE', 'lan', 'must be on or off')],
    lan: lan === 'on',
  };
}

/** What the other machines are asked for: the same as this one. */
function companyOrder({ order: { from, till, comment }, company, country }: Plan): CompanyOrder {
  return { TaxId: company, Ctry: country.code, from, till, ...(comment !== undefined && { comment }) };
}

/** What says which register or company is meant; doc 2 has none of it for /control/export. */
const NAMES = ['RN', 'RN_TT', 'TaxId', 'TL', 'TT'];

/** One register of the company that is asked for; its others are found by it. */
async function registerOf(request: Request, registers: Registers, exports: Exports): Promise<NamedRegister> {
  const query = queryOf(request);
  const taxId = query.get('RN') === undefined ? query.get('TaxId') : undefined;
  const rn = taxId === undefined ? undefined : registers.companyOf(taxId)?.first?.rn;
  if (rn !== undefined) return { rn, issues: [] };
  const named = namedRegister(request);
  if (NAMES.some((name) => query.get(name) !== undefined)) return named;
  const def = await registers.find(named.rn);
  if (def?.country?.companyExport !== undefined) return named;
  const only = await exports.onlyCompany();
  if (only === null) return named;
  return typeof only === 'string' ? { rn: only, issues: [] } : { ...named, issues: [only] };
}

/** Sends an archive. One that cannot be made to its end breaks the connection, so that nobody takes it for whole. */
async function sendZip(
  response: Response,
  plan: Plan,
  { files, signal }: Pick<Making, 'files' | 'signal'>,
  modified: Date,
  warnings: readonly string[],
): Promise<void> {
  nameFile(response, plan);
  for (const text of warnings.slice(0, MOST_WARNINGS)) response.append('warning', `199 - ${quoted(text)}`);
  if (plan.kind.single) await sendFile(response, files, signal);
  else await writeZip(files, response, modified, signal);
}

/** What the file of an export is. */
function nameFile(response: Response, { kind }: Plan): void {
  response
    .type(kind.single ? path.extname(kind.archive) : 'application/zip')
    .set({ 'content-disposition': `attachment; filename="${kind.archive}"`, 'cache-control': 'no-store' });
}

/** Sends the one file of an export as it is. */
async function sendFile(
  response: Response,
  files: AsyncIterable<ExportFile>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { content } of files) {
    await pipeline(content, response, { signal });
    return;
  }
}

/** A text for a header, which carries bytes: names of registers and machines may have any letters. */
function quoted(text: string): string {
  const short = [...text].slice(0, LONGEST_WARNING).join('');
  return Buffer.from(`"${short.replace(/["\\]/g, '\\$&')}"`, 'utf8').toString('latin1');
}
