/** What an answer says, with what it means and how to mend it. */
import { ALL_CODES } from '../countries/error-codes.ts';
import type { TraC } from '../receipt/tra.ts';
import { userMessage } from '../register/messages.ts';
import type { Explained } from './wire.ts';

/** Explains the warnings of an answer, and its leading constant where no warning names it. */
export function explained({ Result }: TraC, language: string): Explained[] {
  const { ErrorCode, Warning = [] } = Result;
  const all = Warning.map((warning) => {
    const { code, path, text } = partsOf(warning);
    return { code, path, text, ...aboutCode(code, language) };
  });
  const isNamed = ErrorCode === undefined || all.some(({ code }) => code === ErrorCode);
  return isNamed ? all : [{ code: ErrorCode, path: '', text: '', ...aboutCode(ErrorCode, language) }, ...all];
}

/** Constant, place and words of a warning: `#TAX_GROUP ESR.PosA[0].TaxG: ...`; the first two may be missing. */
function partsOf(warning: string): { code: string; path: string; text: string } {
  const code = /^#\w+/.exec(warning)?.[0] ?? '';
  const rest = warning.slice(code.length).replace(/^:? /, '');
  const path = /^[A-Z][\w.[\]]*(?=: )/.exec(rest)?.[0] ?? '';
  return { code, path, text: path === '' ? rest : rest.slice(path.length + 2) };
}

function aboutCode(code: string, language: string): Pick<Explained, 'meaning' | 'fix' | 'operator'> {
  const about = Object.hasOwn(ALL_CODES, code) ? ALL_CODES[code as keyof typeof ALL_CODES] : undefined;
  if (!about) return { meaning: null, fix: null, operator: null };
  return {
    meaning: about.meaning,
    fix: about.fix,
    operator: userMessage(language, [{ code: code as `#${string}` }]),
  };
}
