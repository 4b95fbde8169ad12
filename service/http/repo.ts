/** PUT and GET /repo: the audit trail of the POS's configuration files (doc 2). */
import { Router, type Request } from 'express';
import { issue, type Issue } from '../receipt/issue.ts';
import { ILLEGAL_CHARACTER } from '../receipt/tree.ts';
import { refusal } from '../register/outcomes.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';
import { readFileName } from '../register/repo/file-name.ts';
import { notConfigured } from '../register/refusals.ts';
import { rawBody } from './request/body.ts';
import { refuse } from './request/export-errors.ts';
import { namedRegister } from './request/named-register.ts';
import { languageOf } from './request/language.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { queryOf } from './request/query.ts';
import { sendAnswer } from './request/send.ts';

/** Longest content of a file. */
const MOST_BYTES = 1_000_000;

/** Routes of documented files. */
export function repoRoutes(registers: Registers): Router {
  const router = Router();
  router.put('/repo', rawBody, async (request, response) => {
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    const { file, register, issues } = await addressed(request, registers);
    const read = contentOf(request.body);
    if ('issue' in read) issues.push(read.issue);
    const language = languageOf(request, register?.country);
    if (issues.length > 0 || 'issue' in read || file === null)
      sendAnswer(response, refusal('BAD', issues, language), format, 'Repo');
    else {
      const answer = register
        ? await register.files.document({ file, content: read.content })
        : notConfigured(language);
      sendAnswer(response, answer, format, 'Repo');
    }
  });

  router.get('/repo', async (request, response) => {
    const { file, register, issues } = await addressed(request, registers);
    const content = file !== null && register ? await register.files.content(file) : null;
    if (content === null) {
      const missing = issue('#NOT_FOUND', 'file', 'this register has no documented file of this name');
      refuse(request, response, issues.length > 0 ? issues : [missing]);
      return;
    }
    // Others' texts: nothing that a browser takes for a page of this service.
    response.set('content-security-policy', "default-src 'none'; sandbox");
    response.type('text/plain; charset=utf-8').send(Buffer.from(content));
  });
  return router;
}

/** The file and the register that a request is about; register null when there is none of its name. */
async function addressed(
  request: Request,
  registers: Registers,
): Promise<{ file: string | null; register: Register | null; issues: Issue[] }> {
  const query = queryOf(request);
  const { rn, issues: unclear } = namedRegister(request);
  const name = readFileName(query.get('file'));
  const issues = [...unclear, ...('issues' in name ? name.issues : [])];
  const register = issues.length === 0 ? await registers.find(rn) : null;
  return { file: 'file' in name ? name.file : null, register, issues };
}

/** A body as text, with its byte order mark and line ends as they are. */
function contentOf(body: unknown): { content: string } | { issue: Issue } {
  const wrong = (text: string) => ({ issue: issue('#REPO_CONTENT', '', text) });
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (bytes.length > MOST_BYTES) return wrong(`the content has more than ${MOST_BYTES} bytes`);
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return wrong('the content is no UTF-8 text');
  }
  const character = ILLEGAL_CHARACTER.exec(content);
  if (!character) return { content };
  const line = content.slice(0, character.index).split('\n').length;
  return wrong(`the content is no text: there is a control character in line ${line}`);
}
