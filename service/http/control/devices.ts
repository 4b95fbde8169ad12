/** GET /control/devices, POST /control/devices/{action} and the search for devices: printers and drawers on the control page. */
import { Router, type Request, type Response } from 'express';
import { localTime, type Clock } from '../../clock.ts';
import type { DeviceSearch } from '../../devices/discovery/device-search.ts';
import { actOnDevices, type DevicesAdministration } from '../../printing/actions.ts';
import { devicesOverview } from '../../printing/overview.ts';
import type { SearchOverview } from '../../printing/wire.ts';
import type { ProfileChange } from '../../settings/profile.ts';
import { isProvenManager } from '../door/access-guard.ts';
import { actorOf } from '../request/actor.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { namedRegister } from '../request/named-register.ts';
import type { ChangeProfile } from './profile-page.ts';

/**
 * Routes of the page for devices.
 * @param change changes the profile
 */
export function deviceRoutes(
  administration: Omit<DevicesAdministration, 'change'>,
  search: DeviceSearch,
  change: ChangeProfile,
  clock: Clock,
): Router {
  const router = Router();
  const { registers } = administration;

  /** The register that a request is for; null when it was refused. */
  const registerOf = async (request: Request, response: Response): Promise<string | null> => {
    const { rn, issues } = namedRegister(request);
    if (issues.length === 0 && (await registers.find(rn))) return rn;
    const message = `there is no register ${rn}`;
    response.status(404).json({ error: { code: '#NOT_FOUND', message, warnings: [] } });
    return null;
  };

  router.get('/control/devices', async (request, response) => {
    const rn = await registerOf(request, response);
    if (rn === null) return;
    response.set('cache-control', 'no-store').json(await devicesOverview(administration, rn));
  });

  const searched = (): SearchOverview => ({
    isRunning: search.isRunning,
    at: search.at === null ? null : localTime(search.at),
    ways: search.ways,
    found: [...search.found],
  });
  router.get('/control/devices/search', (_request, response) => {
    response.set('cache-control', 'no-store').json(searched());
  });

  router.post('/control/devices/:action', settingsBody, async (request, response) => {
    if (request.params.action === 'search') {
      search.start(clock.now());
      response.json(searched());
      return;
    }
    const rn = await registerOf(request, response);
    if (rn === null) return;
    const body = readBody(request);
    if ('issue' in body) {
      response.status(400).json({ error: { code: '#BODY', message: body.issue.text, warnings: [] } });
      return;
    }
    const isProven = isProvenManager(response);
    const by = actorOf(request, response);
    const outcome = await actOnDevices(
      { ...administration, change: (wanted: ProfileChange) => change({ ...wanted, by }, isProven) },
      rn,
      request.params.action as string,
      body.tree,
    );
    if ('result' in outcome) response.json(outcome);
    else if ('missing' in outcome) {
      response.status(404).json({ error: { code: '#NOT_FOUND', message: outcome.missing, warnings: [] } });
    } else if ('issue' in outcome) {
      const { code, text } = outcome.issue;
      response.status(406).json({ error: { code, message: text, warnings: [], fields: { device: code } } });
    } else {
      const { fields } = outcome;
      const warnings = Object.entries(fields).map(([name, problem]) => `${name}: ${problem}`);
      const message = 'fields are missing or wrong';
      response.status(400).json({ error: { code: '#ACTION', message, warnings, fields } });
    }
  });
  return router;
}
