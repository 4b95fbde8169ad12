/** GET /control/lan: the registers of the shop's network (doc 2). */
import { Router } from 'express';
import { XML_DECLARATION, writeXml } from '../receipt/xml.ts';
import type { LanRegister } from '../wire.ts';
import { acceptedFormat } from './negotiate.ts';

/** The route; `list` is asked for each request, and remembers itself what is worth it. */
export function lanRoutes(list: () => Promise<LanRegister[]>): Router {
  const router = Router();
  router.get('/control/lan', async (request, response) => {
    const registers = await list();
    if (acceptedFormat(request.headers.accept) === 'xml') {
      const written = registers.map((register) => writeXml('Reg', register)).join('');
      response.type('text/xml; charset=utf-8').send(`${XML_DECLARATION}<Lan>${written}</Lan>`);
    } else response.json({ Lan: registers });
  });
  return router;
}
