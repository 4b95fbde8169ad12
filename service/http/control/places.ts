/** GET /control/places and POST /control/places/free: what companies take of a cloud register. */
import { Router } from 'express';
import { configuredTerminal } from '../../receipt/cfg.ts';
import { own } from '../../receipt/envelope.ts';
import { companyOf, IDLE_DAYS, type Places } from '../../register/companies/places.ts';
import type { Register } from '../../register/register.ts';
import type { Registers } from '../../register/registers.ts';
import type { PlacedRegister, PlacesOverview } from '../../wire.ts';
import { readBody, settingsBody } from '../request/body.ts';

/**
 * Routes of the page for places.
 * @param places null on a till, where companies have none
 */
export function placeRoutes(registers: Registers, places: Places | null): Router {
  const router = Router();
  router.get('/control/places', async (_request, response) => {
    response.set('cache-control', 'no-store').json(await overview(registers, places));
  });

  router.post('/control/places/free', settingsBody, async (request, response) => {
    const body = readBody(request);
    const rn = 'tree' in body ? own(body.tree, 'rn') : undefined;
    const register = places && typeof rn === 'string' ? await registers.find(rn) : null;
    if (!places || !register?.cfg || companyOf(register.cfg) === undefined) {
      const message = 'there is no such register of a company: send {"rn": "..."}';
      response.status(404).json({ error: { code: '#NOT_FOUND', message, warnings: [] } });
      return;
    }
    await places.free(register.rn);
    response.json({ result: { rn: register.rn } });
  });
  return router;
}

async function overview(registers: Registers, places: Places | null): Promise<PlacesOverview> {
  if (!places) return { cloud: false, most: 0, idleDays: IDLE_DAYS, companies: [] };
  const all = await Promise.all(registers.names.map((rn) => registers.find(rn)));
  const byCompany = new Map<string, Register[]>();
  for (const register of all) {
    const id = register?.cfg && companyOf(register.cfg);
    if (id) byCompany.set(id, [...(byCompany.get(id) ?? []), register]);
  }
  const companies = [...byCompany].map(([id, own]) => companyPlaces(id, own, places));
  companies.sort((a, b) => b.taken - a.taken);
  return { cloud: true, most: places.most, idleDays: IDLE_DAYS, companies };
}

function companyPlaces(
  id: string,
  registers: readonly Register[],
  places: Places,
): PlacesOverview['companies'][number] {
  const { Cmp } = registers[0]!.cfg!;
  const shown = registers.map((register): PlacedRegister => {
    const { TL, TT } = configuredTerminal(register.cfg);
    const place = places.has(register) ? 'taken' : 'freed';
    return { rn: register.rn, tl: TL, tt: TT, place, last: places.activity(register) };
  });
  shown.sort((a, b) => (a.place === b.place ? (a.last < b.last ? -1 : 1) : a.place === 'taken' ? -1 : 1));
  const taken = shown.filter(({ place }) => place === 'taken').length;
  return { id, name: Cmp.Nam ?? '', taxId: Cmp.TaxId, taken, registers: shown };
}
