/** GET and POST /cfg: the configuration of a register (doc 2, doc 3 Cfg). */
import { Router } from 'express';
import { readCfg } from '../receipt/cfg.ts';
import { issue } from '../receipt/issue.ts';
import { refusal } from '../register/outcomes.ts';
import { checkName, DEFAULT_NAME, type Registers } from '../register/registers.ts';
import { rawBody, readBody } from './body.ts';
import { acceptedFormat, answerFormat } from './negotiate.ts';
import { queryOf } from './query.ts';
import { sendAnswer, sendRecord } from './send.ts';

/** Routes for configurations. */
export function cfgRoutes(registers: Registers): Router {
  const router = Router();
  router.get('/cfg', async (request, response) => {
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    const rn = queryOf(request).get('RN') ?? DEFAULT_NAME;
    const cfg = checkName(rn).length === 0 ? (await registers.find(rn))?.cfg : null;
    if (cfg) sendRecord(response, 200, 'Cfg', cfg, format);
    else {
      const text = `register ${rn} has no configuration`;
      sendRecord(response, 404, 'CfgC', refusal('BAD', [issue('#NOT_FOUND', '', text)], 'en'), format);
    }
  });

  router.post('/cfg', rawBody, async (request, response) => {
    const body = readBody(request);
    const format = answerFormat(request, body.format);
    const rn = queryOf(request).get('RN') ?? DEFAULT_NAME;
    const read = 'issue' in body ? { issues: [body.issue] } : readCfg(body.tree);
    const issues = [...checkName(rn), ...('issues' in read ? read.issues : [])];
    if (issues.length > 0 || !('cfg' in read)) {
      sendAnswer(response, refusal('BAD', issues, 'en'), format, 'CfgC');
      return;
    }
    sendAnswer(response, await registers.configure(rn, read.cfg), format, 'CfgC');
  });
  return router;
}
