/** GET and POST /cfg: the configuration of a register (doc 2, doc 3 Cfg). */
import { Router } from 'express';
import { own } from '../receipt/envelope.ts';
import { issue } from '../receipt/issue.ts';
import { isTree } from '../receipt/tree.ts';
import { refusal, withWarnings } from '../register/outcomes.ts';
import { configurePosted } from '../register/posted.ts';
import type { Registers } from '../register/registers.ts';
import { refuse } from './door/access-guard.ts';
import { readBody, settingsBody } from './request/body.ts';
import { checkCfg, scopeOf } from './door/cloud-scope.ts';
import { languageOf } from './request/language.ts';
import { namedElsewhere } from './request/named-inside.ts';
import { namedRegister } from './request/named-register.ts';
import { acceptedFormat, answerFormat } from './request/negotiate.ts';
import { sendAnswer, sendRecord } from './request/send.ts';
import { treeChanges } from '../trail/tree-changes.ts';
import { addToTrail } from './door/trail-guard.ts';

/** Routes for configurations. */
export function cfgRoutes(registers: Registers): Router {
  const router = Router();
  router.get('/cfg', async (request, response) => {
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    const { rn, issues } = namedRegister(request);
    if (issues.length > 0) {
      sendRecord(response, 400, 'CfgC', refusal('BAD', issues, languageOf(request)), format);
      return;
    }
    const cfg = (await registers.find(rn))?.cfg;
    if (cfg) sendRecord(response, 200, 'Cfg', cfg, format);
    else {
      const text = `register ${rn} has no configuration`;
      sendRecord(
        response,
        404,
        'CfgC',
        refusal('BAD', [issue('#NOT_FOUND', '', text)], languageOf(request)),
        format,
      );
    }
  });

  router.post('/cfg', settingsBody, async (request, response) => {
    const body = readBody(request);
    const format = answerFormat(request, body.format);
    const { rn, issues } = namedRegister(request);
    const register = await registers.find(rn);
    const scope = scopeOf(request);
    const outside = scope && 'tree' in body ? checkCfg(body.tree, scope, register?.cfg ?? null) : null;
    if (outside) {
      refuse(request, response, outside);
      return;
    }
    const before = register?.cfg ?? null;
    const language = languageOf(request, register?.country);
    const answer =
      'issue' in body
        ? refusal('BAD', [body.issue], language)
        : await configurePosted(registers, { rn, issues }, body.tree, language);
    if (answer.Result.RC === 'OK') {
      const after = (await registers.find(rn))?.cfg;
      addToTrail({ rn, changes: treeChanges(before, after ?? null) });
    }
    const sent = 'tree' in body ? own(body.tree, 'Cfg') : undefined;
    const elsewhere = isTree(sent) ? namedElsewhere(sent, 'Cfg', { rn: register?.rn ?? rn }, registers) : [];
    sendAnswer(response, withWarnings(answer, elsewhere), format, 'CfgC');
  });
  return router;
}
