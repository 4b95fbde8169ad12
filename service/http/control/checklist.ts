/** The checklist of the control page: what the POS of a register has shown, ticks by hand, beginning anew. */
import { Router } from 'express';
import type { Checklists } from '../../integration/checklist-file.ts';
import { BY_HAND_ITEMS } from '../../integration/checklist.ts';
import type { ChecklistOverview } from '../../integration/wire.ts';
import type { Registers } from '../../register/registers.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { namedRegister } from '../request/named-register.ts';

/**
 * Routes below `/control/checklist`, for managers (access/rules.ts).
 * @param isOn whether calls are looked at
 */
export function checklistRoutes(checklists: Checklists, registers: Registers, isOn: () => boolean): Router {
  const router = Router();
  router.get('/control/checklist', (request, response) => {
    const overview: ChecklistOverview = { isOn: isOn(), items: checklists.list(namedRegister(request).rn) };
    response.set('cache-control', 'no-store').json(overview);
  });
  router.delete('/control/checklist', (request, response) => {
    const { rn } = namedRegister(request);
    if (registers.has(rn)) checklists.reset(rn);
    response.json({});
  });
  router.post('/control/checklist/tick', settingsBody, (request, response) => {
    const { rn } = namedRegister(request);
    const body = readBody(request);
    const { item, shown } = 'issue' in body ? {} : body.tree;
    const known = BY_HAND_ITEMS.find((one) => one === item);
    if (known === undefined || typeof shown !== 'boolean') {
      const items = BY_HAND_ITEMS.map((one) => `"${one}"`).join(' | ');
      response.status(400).json({ error: `send {"item": ${items}, "shown": true | false}` });
    } else if (!registers.has(rn)) {
      response.status(404).json({ error: `there is no register ${rn}` });
    } else {
      if (shown) checklists.tick(rn, [known]);
      else checklists.untick(rn, known);
      response.json({});
    }
  });
  return router;
}
