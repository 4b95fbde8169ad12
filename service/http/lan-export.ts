/** POST /lan/export: another till of the shop fetches the file of a company for its own export (/control/export?lan=on). */
import { pipeline } from 'node:stream/promises';
import express, { type Request, type Response, type Router } from 'express';
import { wasLeft } from '../exports/archive.ts';
import type { Exports, ExportServices, Plan } from '../exports/exports.ts';
import type { CompanyOrder, NeighbourExports } from '../exports/neighbours.ts';
import { sameTaxId } from '../receipt/tax-id.ts';
import type { Registers } from '../register/registers.ts';

const MOST_QUESTION_BYTES = 60_000;

/** Adds the route. What does not come from the shop hears nothing but that. */
export function lanExportRoutes(
  router: Router,
  { registers, country: { log } }: ExportServices,
  exports: Exports,
  neighbours: NeighbourExports,
): void {
  const body = express.raw({ type: () => true, limit: MOST_QUESTION_BYTES });
  router.post('/lan/export', body, async (request: Request, response: Response) => {
    const bytes: unknown = request.body;
    const asked = Buffer.isBuffer(bytes) ? neighbours.read(bytes) : null;
    if (!asked) {
      response.status(403).json({ error: 'only tills of the same shop may ask for this' });
      return;
    }
    const plan = await planOf(asked.order, registers, exports);
    if (!plan) {
      response.status(404).json({ error: 'there is no such export' });
      return;
    }
    log.info(`LAN: ${request.socket.remoteAddress} asks for the export of ${asked.order.TaxId}`);
    const running = exports.begin(plan, async ({ files, total, signal }) => {
      response.type('application/octet-stream').set('cache-control', 'no-store');
      const summary = { records: total, registers: plan.registers.map(({ rn }) => rn) };
      await pipeline(asked.answer(files, summary), response, { signal });
    });
    if (!running) {
      response.status(503).json({ error: 'other exports are running; ask again later' });
      return;
    }
    response.on('close', () => response.writableFinished || running.stop());
    try {
      await running.done;
    } catch (error) {
      const whose = `LAN: an export for ${request.socket.remoteAddress}`;
      if (response.destroyed && wasLeft(error)) log.info(`${whose} ended: it went away`);
      // Before the first byte it is an answer; later the connection breaks, which the other till notices.
      else if (!response.headersSent) throw error;
      else log.warn(`${whose} broke off: ${(error as Error).message}`);
    }
  });
}

/** All registers of the company; null when there are none, or the export is not offered for these days. */
async function planOf(
  { TaxId, Ctry, from, till, comment }: CompanyOrder,
  registers: Registers,
  exports: Exports,
): Promise<Plan | null> {
  for (const rn of registers.names) {
    const company = (await registers.find(rn))?.cfg?.Cmp;
    if (company?.Ctry !== Ctry || !sameTaxId(company.TaxId, TaxId, Ctry)) continue;
    const plan = await exports.plan(rn, { from, till, comment, whole: true });
    return 'issues' in plan ? null : plan;
  }
  return null;
}
