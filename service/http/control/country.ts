/** GET /control/country and POST /control/country/{action}: the country's page of a register. */
import { Router, type Request } from 'express';
import type { PageIssue } from '../../countries/contract/described-page/issue.ts';
import { refusalCode } from '../../receipt/issue.ts';
import { act, overviewOf } from '../../register/country-work.ts';
import { refusal } from '../../register/outcomes.ts';
import type { Registers } from '../../register/registers.ts';
import type { Register } from '../../register/register.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { languageOfPage } from '../request/language.ts';
import { namedRegister } from '../request/named-register.ts';

/** Most reasons that the page gets with their fields: a form has fewer. */
const MOST_ISSUES = 50;

/** A reason as the page shows it at its field. */
function shownIssue({ path, text, words, problem }: PageIssue) {
  const reason = path !== '' && text.startsWith(`${path}: `) ? text.slice(path.length + 2) : text;
  return { path, text: reason, ...(words && { words }), ...(problem && { problem }) };
}

/** Routes of the country's page, for this machine only: they show and change logins. */
export function countryRoutes(registers: Registers): Router {
  const router = Router();
  const find = async (request: Request): Promise<Register | null> => {
    const { rn, issues } = namedRegister(request);
    return issues.length === 0 ? registers.find(rn) : null;
  };
  const nothing = { error: { code: '#NOT_FOUND', message: 'there is no such page', warnings: [] } };

  router.get('/control/country', async (request, response) => {
    const register = await find(request);
    const page = register && overviewOf(register);
    if (page) response.json(page);
    else response.status(404).json(nothing);
  });

  router.post('/control/country/:action', settingsBody, async (request, response) => {
    const register = await find(request);
    const body = readBody(request);
    const outcome =
      register &&
      ('issue' in body
        ? { issues: [body.issue] }
        : await act(register, request.params.action as string, body.tree));
    if (!outcome) response.status(404).json(nothing);
    else if ('result' in outcome) response.json(outcome);
    else {
      const language = languageOfPage(request, register.country);
      const { Result } = refusal(refusalCode(outcome.issues), outcome.issues, language);
      const error = {
        code: Result.ErrorCode,
        message: Result.UserMessage,
        warnings: Result.Warning,
        issues: outcome.issues.slice(0, MOST_ISSUES).map(shownIssue),
      };
      response.status(Result.RC === 'NO' ? 406 : 400).json({ error });
    }
  });
  return router;
}
