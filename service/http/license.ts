/** POST /lic: activates a license key of the portal (doc 2). */
import { Router } from 'express';
import { issue } from '../receipt/issue.ts';
import { refusal } from '../register/outcomes.ts';
import { languageOf } from './language.ts';
import { acceptedFormat } from './negotiate.ts';
import { namedRegister } from './named-register.ts';
import { queryOf } from './query.ts';
import { sendAnswer } from './send.ts';

/** What keys are written with. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9-]{6,62}[A-Za-z0-9]$/;

/** The route of license keys. The portal alone knows which are valid, and this version has no way to it. */
export function licenseRoutes(): Router {
  const router = Router();
  router.post('/lic', (request, response) => {
    const query = queryOf(request);
    const issues = [...namedRegister(request).issues];
    // The key itself is kept out of answers and logs.
    if (!KEY.test(query.get('key') ?? ''))
      issues.push(issue('#LICENSE_KEY', 'key', 'must have 8 to 64 letters, digits and hyphens'));
    const offline = issue(
      '#OFFLINE',
      '',
      'the register is not connected to the portal, which activates keys',
    );
    const [rc, problems] = issues.length > 0 ? (['BAD', issues] as const) : (['NO', [offline]] as const);
    const answer = refusal(rc, problems, languageOf(request));
    sendAnswer(response, answer, acceptedFormat(request.headers.accept) ?? 'json', 'LicC');
  });
  return router;
}
