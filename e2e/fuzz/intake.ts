/** The way of a body through the service, up to the point where it would be journaled. */
import { generateKeyPairSync } from 'node:crypto';
import type { Request } from 'express';
import { ALL_FIELDS } from '../../service/countries/fields.ts';
import { countryFor } from '../../service/countries/register-currency.ts';
import { readBody } from '../../service/http/request/body.ts';
import { writeRecord } from '../../service/receipt/answer.ts';
import type { Cfg } from '../../service/receipt/cfg.ts';
import type { Completed } from '../../service/receipt/complete.ts';
import type { Issue } from '../../service/receipt/issue.ts';
import { readSender, readTra } from '../../service/receipt/read.ts';
import { invert } from '../../service/receipt/invert.ts';
import type { Tra } from '../../service/receipt/tra.ts';
import { issuesOf, receive, type StepContext } from '../../service/register/receipt-checks.ts';
import { refusal } from '../../service/register/outcomes.ts';
import { countryServices } from '../../service/testing/country-services.ts';
import { ManualClock } from '../../service/testing/manual-clock.ts';

const NOW = '2026-05-04T12:00:00';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const key = { version: 1, serial: 'fuzz', privateKey, test: true };
const SERVICES = { ...countryServices(new ManualClock()), key: () => key };

/** A body that may be registered: as it was read, and completed. */
export interface Accepted {
  tra: Tra;
  completed: Completed;
  digits: number;
}

/** What becomes of a body: registered, or refused with this constant. */
export type Outcome = { accepted: Accepted } | { refused: string };

/** Reads, completes, checks, numbers and signs a body as POST /register does; throws on a defect. */
export function intake(bytes: Buffer, contentType: string, cfg: Cfg): Outcome {
  const country = countryFor(cfg);
  const { digits } = country.currency;
  const body = readBody({ body: bytes, headers: { 'content-type': contentType } } as Request);
  if ('issue' in body) return refuse([body.issue], country.language);

  const read = readTra(body.tree, { currencyDigits: digits, fields: ALL_FIELDS });
  // What /register/void would take from the same body.
  readSender(body.tree, { currencyDigits: digits, fields: ALL_FIELDS });
  if (!read.tra) return refuse(read.issues, country.language, read.warnings);
  if (read.type !== 'Tra') return { refused: read.type };

  const { tra } = read;
  const services = { ...SERVICES, cfg, now: NOW };
  const stepContext: StepContext = { cfg, country, now: NOW, D: NOW, stoppedBy: null, services };
  const { completed } = receive(tra, stepContext);
  const issues = issuesOf(completed, stepContext);
  if (issues.length > 0) return refuse(issues, country.language, [...read.warnings, ...completed.warnings]);

  const numbered = { ...completed.esr, TN: completed.esr.TN ?? '1' };
  void country.fiscalise(numbered, new Map(), { ...services, originals: [], own: null, busy: false });
  invert(numbered, { sender: {}, reason: undefined }, digits);
  return { accepted: { tra, completed, digits } };
}

/** Writes the refusal, because it quotes what was sent. */
function refuse(issues: readonly Issue[], language: string, warnings: string[] = []): Outcome {
  const answer = refusal('BAD', issues, language, warnings);
  writeRecord('TraC', answer, 'json');
  writeRecord('TraC', answer, 'xml');
  return { refused: answer.Result.ErrorCode ?? '' };
}
