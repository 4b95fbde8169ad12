/** What the page of a German register shows, and what its register should be looked after for. */
import { daysBetween } from '../../receipt/time.ts';
import type { Problem } from '../../wire.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { TseBackup, TseUnit } from '../contract/tse.ts';
import { clientOf } from './client.ts';
import { sameClient } from './client-names.ts';
import { LAST_Z } from './kept.ts';
import { allOpen } from './open.ts';
import { outageNow, pastOutages } from './outages.ts';
import { germanyPage, WARN_DAYS } from './page.ts';
import { openPeriod } from './period.ts';
import { practiceOf } from './practice.ts';
import { lacksTse } from './prepare.ts';

/** Share of store, signatures and open transactions from which they are pointed out, in hundredths. */
const NEARLY_FULL = 90;

/** {@link CountryPage.page} of Germany. */
export function page(state: State, context: CountryContext): DescribedPage {
  const { cfg, tses, now } = context;
  const { Cmp, Loc, Trm } = cfg;
  const period = openPeriod(state);
  const text = (...values: unknown[]) =>
    values.filter((value) => typeof value === 'string' && value !== '').join(' ');
  const { product, version } = context.program();
  return germanyPage({
    today: now.slice(0, 10),
    units: tses?.units ?? [],
    models: tses?.models ?? [],
    lending: tses?.lending ?? null,
    client: clientOf(cfg),
    period: period && { nr: period.Nr, since: period.first.D },
    lastClosing: Number(state.get(LAST_Z) ?? 0),
    hasSigned: period !== null || state.get(LAST_Z) !== undefined,
    outage: outageNow(state),
    past: pastOutages(state),
    open: allOpen(state).length,
    report: {
      company: text(Cmp.Nam),
      taxNumber: text(Cmp.TIN),
      taxId: text(Cmp.TaxId),
      place: text(Loc?.Adr ?? Cmp.Adr, Loc?.AdrNr ?? Cmp.AdrNr, Loc?.Zip ?? Cmp.Zip, Loc?.City ?? Cmp.City),
      software: text(Trm?.SW ?? product, Trm?.SWVersion ?? version),
      hardware: text(Trm?.HW, Trm?.HWModel),
    },
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Germany. */
export function problems(state: State, context: CountryContext): Problem[] {
  if (lacksTse(state, context).length > 0) return [{ code: 'DE_NO_TSE', severity: 'stop' }];
  const units = context.tses?.units ?? [];
  const outage = outageNow(state);
  const found: Problem[] = units.flatMap((unit) => [
    ...unitProblems(unit, context.now.slice(0, 10)),
    ...backupProblems(unit, context.tses!.backupOf(unit.id)),
  ]);
  if (outage) {
    const params = { since: outage.since.replace('T', ' '), receipts: String(outage.receipts) };
    found.unshift({ code: 'DE_OUTAGE', severity: 'warning', params });
  }
  const other = sameClient(context);
  if (other !== null) {
    const params = { client: clientOf(context.cfg), other };
    found.push({ code: 'DE_CLIENT_TWICE', severity: 'warning', params });
  }
  const practice = practiceOf(context);
  if (practice === 'test TSE') found.push({ code: 'DE_TEST_TSE', severity: 'warning' });
  if (practice === 'Fiscal_Test') found.push({ code: 'DE_PRACTICE', severity: 'warning' });
  return found;
}

function unitProblems({ product, failure, seen }: TseUnit, today: string): Problem[] {
  const found: Problem[] = [];
  if (failure) {
    const params = { product, text: failure.text };
    found.push({ code: 'DE_TSE_FAILED', severity: 'warning', params });
  }
  const state = seen?.state;
  if (!state) return found;
  const date = state.certificateExpires;
  if (date !== null && (date < today || daysBetween(today, date) <= WARN_DAYS))
    found.push({ code: 'DE_TSE_EXPIRES', severity: 'warning', params: { product, date } });
  if (isNearly(state.storeUsed, state.storeSize))
    found.push({ code: 'DE_TSE_STORE', severity: 'warning', params: { product } });
  if (isNearly(state.signatures, state.mostSignatures))
    found.push({ code: 'DE_TSE_SIGNATURES', severity: 'warning', params: { product } });
  if (state.blocked.length > 0)
    found.push({ code: 'DE_TSE_BLOCKED', severity: 'warning', params: { product } });
  return found;
}

function backupProblems({ product }: TseUnit, backup: TseBackup | null): Problem[] {
  if (!backup?.failure) return [];
  return [{ code: 'DE_TSE_BACKUP', severity: 'warning', params: { product, text: backup.failure } }];
}

function isNearly(used: number | null, most: number | null): boolean {
  return used !== null && most !== null && most > 0 && used * 100 >= most * NEARLY_FULL;
}
