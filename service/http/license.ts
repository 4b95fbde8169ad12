/** POST /lic: activates a license key of the portal (doc 2). */
import { Router } from 'express';
import { issue } from '../receipt/issue.ts';
import { refusal } from '../register/outcomes.ts';
import { languageOf } from './request/language.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { namedRegister } from './request/named-register.ts';
import { queryOf } from './request/query.ts';
import { sendAnswer } from './request/send.ts';

/** What keys are written with. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9-]{6,62}[A-Za-z0-9]$/;

/** What came of a key; `offline`: the portal, which alone knows, cannot be asked. */
type Outcome = 'offline' | { product: string } | { refused: string };

/**
 * The route of license keys.
 * @param activate asks the portal
 */
export function licenseRoutes(activate: (rn: string, key: string) => Promise<Outcome>): Router {
  const router = Router();
  router.post('/lic', async (request, response) => {
    const query = queryOf(request);
    const { rn, issues: unclear } = namedRegister(request);
    const issues = [...unclear];
    // The key itself is kept out of answers and logs.
    const key = query.get('key') ?? '';
    if (!KEY.test(key))
      issues.push(issue('#LICENSE_KEY', 'key', 'must have 8 to 64 letters, digits and hyphens'));
    const outcome = issues.length > 0 ? null : await activate(rn, key);
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    if (outcome !== null && outcome !== 'offline') {
      const answer =
        'product' in outcome
          ? { Result: { RC: 'OK' as const } }
          : refusal('BAD', [issue('#LICENSE_KEY', 'key', outcome.refused)], languageOf(request));
      sendAnswer(response, answer, format, 'LicC');
      return;
    }
    const offline = issue(
      '#OFFLINE',
      '',
      'the register is not connected to the portal, which activates keys',
    );
    const [rc, problems] = issues.length > 0 ? (['BAD', issues] as const) : (['NO', [offline]] as const);
    const answer = refusal(rc, problems, languageOf(request));
    sendAnswer(response, answer, format, 'LicC');
  });
  return router;
}
