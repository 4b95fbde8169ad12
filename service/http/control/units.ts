/** GET /control/units and POST /control/units/{action}: the signature units of the installation, from this machine only. */
import { Router } from 'express';
import { actOnUnits, type UnitAdministration } from '../../at-signing/actions.ts';
import { unitsOverview } from '../../at-signing/overview.ts';
import { unitProblems } from '../../at-signing/problems.ts';
import { readBody, settingsBody } from '../request/body.ts';

/**
 * Routes of the page for signature units.
 * @param onChange called after an action, so that pages look again
 */
export function unitRoutes(administration: UnitAdministration, onChange: () => void): Router {
  const router = Router();

  router.get('/control/units', (_request, response) => {
    const { signing, settings, password } = administration;
    const now = administration.now();
    const problems = unitProblems(signing.pool.status(), settings.list, now);
    const overview = unitsOverview({ signing, settings, hasServerPassword: password.isSet, problems, now });
    response.set('cache-control', 'no-store').json(overview);
  });

  router.post('/control/units/:action', settingsBody, async (request, response) => {
    const body = readBody(request);
    if ('issue' in body) {
      response.status(400).json({ error: { code: '#BODY', message: body.issue.text, warnings: [] } });
      return;
    }
    const outcome = await actOnUnits(administration, request.params.action as string, body.tree);
    onChange();
    if ('result' in outcome) response.json(outcome);
    else if ('missing' in outcome) {
      response.status(404).json({ error: { code: '#NOT_FOUND', message: outcome.missing, warnings: [] } });
    } else if ('failure' in outcome) {
      const { kind, text, cause = kind } = outcome.failure;
      const error = { code: '#UNIT', message: text, warnings: [], kind, fields: { unit: cause } };
      response.status(406).json({ error });
    } else {
      const { fields } = outcome;
      const warnings = Object.entries(fields).map(([name, problem]) => `${name}: ${problem}`);
      response
        .status(400)
        .json({ error: { code: '#ACTION', message: 'fields are missing or wrong', warnings, fields } });
    }
  });
  return router;
}
