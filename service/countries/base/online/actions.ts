/** Actions that the pages of online countries have in common; their words are the country's own. */
import { configuredTerminal } from '../../../receipt/cfg.ts';
import { numberKey } from '../../../receipt/number-key.ts';
import { pageIssue } from '../../contract/described-page/issue.ts';
import { words } from '../../contract/described-page/words.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import { DONE, note, PATIENCE_MS, refuse, textOf, type Action } from '../action.ts';
import { keepAuthority, readAuthority, trustedFacts } from './authority.ts';
import type { CertificateStore, CompanyCertificate } from './company-certificate.ts';
import type { NumbersAfterRestore } from './restored.ts';

/** What a country's own part in them is. */
export interface OnlineParts {
  /** ISO 3166 code; missing where the certificates of the authority cannot be brought in on the page. */
  country?: string;
  certificates: CertificateStore;
  /** Missing where numbers may have gaps. */
  numbers?: NumbersAfterRestore;
  /** State key of the highest number; that of the terminal and year unless told otherwise. */
  keyOfNumber?: (context: CountryContext, state: State) => string;
  /** Asks the authority whether it is there; English text when it is not. Missing where it cannot be asked. */
  echo?: (
    certificate: CompanyCertificate,
    context: CountryContext,
    signal: AbortSignal,
  ) => Promise<string | null>;
}

/** `certificate`, `forget-certificate`, `send`; `authority`, `echo` and `last-number` where the country has them. */
export function onlineActions({
  country,
  certificates,
  numbers,
  keyOfNumber = yearly,
  echo,
}: OnlineParts): Record<string, Action> {
  return {
    async *certificate(input, _state, context) {
      const file = Buffer.from(textOf(input, 'file'), 'base64');
      const now = context.clock.now();
      const read = await certificates.read(file, textOf(input, 'password'), context.cfg, now);
      if ('problem' in read) {
        const path = read.problem === 'wrong-password' ? 'password' : 'file';
        const said = words(`error.file.${read.problem}`, 'values' in read ? read.values : undefined);
        return { issues: [pageIssue(path, read.text, said)] };
      }
      await certificates.keep(context.vault, context.cfg, read);
      yield note('certificate-entered', {
        Serial: read.certificate.serialNumber,
        Till: read.certificate.validTo,
      });
      return DONE;
    },
    async *'forget-certificate'(_input, _state, { vault, cfg }) {
      await certificates.forget(vault, cfg);
      yield note('certificate-removed', {});
      return DONE;
    },
    async *send(_input, _state, { deliverNow, deliveries }) {
      await deliverNow?.();
      const failure = deliveries?.().failure ?? null;
      return failure ? refuse('', 'error.noAnswer', { text: failure.text }) : DONE;
    },
    ...(country !== undefined && { authority: authorityAction(country) }),
    ...(echo && { echo: echoAction(certificates, echo) }),
    ...(numbers && { 'last-number': lastNumberAction(numbers, keyOfNumber) }),
  };
}

function authorityAction(country: string): Action {
  return async function* (input, _state, { vault, clock }) {
    const found = readAuthority(Buffer.from(textOf(input, 'file'), 'base64'), clock.now());
    if (!found) return refuse('file', 'error.authority');
    await keepAuthority(country, vault, found);
    const [subjects, prints] = [trustedFacts(found), found.map(({ fingerprint256 }) => fingerprint256)];
    yield note('authority-entered', {
      Subjects: subjects.map(({ subject }) => subject).join('; '),
      Fingerprints: prints.join(' '),
    });
    return DONE;
  };
}

function echoAction(certificates: CertificateStore, echo: NonNullable<OnlineParts['echo']>): Action {
  return async function* (_input, _state, context) {
    const certificate = certificates.of(context, context.cfg);
    if (!certificate) return refuse('', 'error.noCertificate');
    const wrong = await echo(certificate, context, AbortSignal.timeout(PATIENCE_MS));
    return wrong === null ? DONE : refuse('', 'error.noAnswer', { text: wrong });
  };
}

function yearly({ cfg, now }: CountryContext): string {
  const { TL, TT } = configuredTerminal(cfg);
  return numberKey({ TL, TT, D: now });
}

/** A manager says how numbers go on after a restore. */
function lastNumberAction(
  numbers: NumbersAfterRestore,
  keyOf: NonNullable<OnlineParts['keyOfNumber']>,
): Action {
  return async function* (input, state, context) {
    const number = Number(textOf(input, 'number'));
    const key = keyOf(context, state);
    const highest = Number(state.get(key) ?? 0);
    if (number < highest) return refuse('number', 'error.numberLow', { number: highest });
    yield {
      event: 'numbers-confirmed',
      details: { Last: String(number), Key: key },
      // Somebody else may have said so meanwhile, and receipts may have been sold.
      changes: (current) => (numbers.unknown(current) ? { ...numbers.known, [key]: number } : null),
    };
    return DONE;
  };
}
