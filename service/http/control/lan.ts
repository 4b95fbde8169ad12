/** GET /control/lan: the registers of the shop's network (doc 2). */
import { Router } from 'express';
import { XML_DECLARATION, writeXml } from '../../receipt/xml.ts';
import type { LanOverview, LanRegister } from '../../wire.ts';
import { acceptedFormat } from '../request/negotiate.ts';

/** The route; `lan` is asked for each request, and remembers itself what is worth it. */
export function lanRoutes(lan: {
  list(): Promise<LanRegister[]>;
  readonly state: LanOverview['State'];
}): Router {
  const router = Router();
  router.get('/control/lan', async (request, response) => {
    const registers = await lan.list();
    if (acceptedFormat(request.headers.accept) === 'xml') {
      const written = registers.map((register) => writeXml('Reg', register)).join('');
      response.type('text/xml; charset=utf-8').send(`${XML_DECLARATION}<Lan>${written}</Lan>`);
    } else response.json({ Lan: registers, State: lan.state } satisfies LanOverview);
  });
  return router;
}
