/** What our own paper says of a receipt; the original is the printer's. */
import { isNonFiscal, isTraining, type JournalRecord } from '../../receipt/tra.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { SERVER_TAG } from './fiscalise.ts';
import { kindOf } from './kind.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';

const TITLE = 'Documento commerciale di vendita o prestazione';
const RETURN = 'Documento commerciale emesso per RESO MERCE';
const VOID = 'Documento commerciale emesso per ANNULLAMENTO';
const COPY = 'COPIA - L’ORIGINALE È DEL REGISTRATORE TELEMATICO';
const TRAINING = 'PROVA - NON È UN DOCUMENTO COMMERCIALE';
const NO_RECEIPT = 'NON FISCALE';

function titleOf(kind: ReturnType<typeof kindOf>): string {
  return kind === 'void' ? VOID : kind === 'return' ? RETURN : TITLE;
}

/** {@link Country.paper} of Italy. */
export function paper({ ESR: esr, Fis }: JournalRecord): PaperTexts {
  const shown = ['Training'];
  if (!esr || isNonFiscal(esr) || isTraining(esr)) {
    return { title: '', marks: [esr && isTraining(esr) ? TRAINING : NO_RECEIPT], shown };
  }
  const kind = kindOf(esr as CompleteEsr);
  const { FN, ID, Tag = [] } = Fis ?? {};
  const number = typeof FN === 'string' && { number: `N. ${FN}` };
  // What a server has registered nobody else prints; its tags name it.
  if (Tag.some(({ Name }) => Name === SERVER_TAG))
    return { title: titleOf(kind), ...number, marks: [], shown };
  return {
    title: titleOf(kind),
    ...number,
    marks: [COPY],
    ...(typeof ID === 'string' && { legends: [`RT ${ID}`] }),
    shown,
  };
}
