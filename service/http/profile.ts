/** GET and POST (PUT) /profile: settings of the installation (answers 24), from this machine only. */
import { Router, type RequestHandler } from 'express';
import { issue } from '../receipt/issue.ts';
import { refusal } from '../register/outcomes.ts';
import { AttributeError } from '../settings/attributes.ts';
import type { Profile } from '../settings/profile.ts';
import { rawBody, readBody } from './body.ts';
import { localOnly } from './local-only.ts';
import { answerFormat } from './negotiate.ts';
import { sendAnswer } from './send.ts';

/** Routes of the profile. Of its fields only Attributes are in use so far. */
export function profileRoutes(profile: Profile): Router {
  const router = Router();
  router.get('/profile', localOnly, (_request, response) => {
    response.json({ Attributes: profile.attributeText });
  });

  const change: RequestHandler = async (request, response) => {
    const body = readBody(request);
    const format = answerFormat(request, body.format);
    const refuse = (text: string) =>
      sendAnswer(response, refusal('BAD', [issue('#PROFILE', 'Attributes', text)], 'en'), format, 'ProfileC');
    if ('issue' in body) {
      sendAnswer(response, refusal('BAD', [body.issue], 'en'), format, 'ProfileC');
      return;
    }
    const { Attributes: text } = body.tree;
    if (typeof text !== 'string') {
      refuse('send Attributes as text; Badge, TaxId, DiskQuota and Password are not available yet');
      return;
    }
    try {
      await profile.setAttributes(text);
      sendAnswer(response, { Result: { RC: 'OK' } }, format, 'ProfileC');
    } catch (error) {
      if (!(error instanceof AttributeError)) throw error;
      refuse(error.message);
    }
  };
  router.post('/profile', localOnly, rawBody, change);
  router.put('/profile', localOnly, rawBody, change);
  return router;
}
