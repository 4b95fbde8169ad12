import { Anchor, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ControlStatus, RegisterName } from '../../service/wire.ts';
import { useLiveStatus } from '../api/use-live-status.ts';
import { isForDevelopers, type PageName } from '../api/page-choice.ts';
import { usePageChoice } from '../api/use-page-choice.ts';
import { useSession } from '../api/session.ts';
import { useWayBack } from '../api/way-back.ts';
import { useRegisterChoice } from '../api/use-register-choice.ts';
import { Placeholder } from '../components/placeholder.tsx';
import { RegisterPicker } from '../components/register-picker.tsx';
import { countryWithPage } from '../countries/list.ts';
import { countryName } from '../format/country.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { DayPage } from '../pages/day/day-page.tsx';
import { DevicesPage } from '../pages/devices/devices-page.tsx';
import { EInvoicesPage } from '../pages/e-invoices/e-invoices-page.tsx';
import { FiscalPage } from '../pages/fiscal/fiscal-page.tsx';
import { LoadGuard } from '../pages/fiscal/load-guard.tsx';
import { PaperPage } from '../pages/paper/paper-page.tsx';
import { ReceiptsPage } from '../pages/receipts/receipts-page.tsx';
import { SettingsPage } from '../pages/settings/settings-page.tsx';
import { StatusPage } from '../pages/status/status-page.tsx';
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx';
import { UnitsPage } from '../pages/units/units-page.tsx';
import { judge } from '../pages/status/verdict.ts';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { TONE_LETTERS } from './tone-signs.tsx';

const DevelopersPage = lazy(() => import('../pages/developers/developers-page.tsx'));

/** HTTP status of what asks for a session. */
const UNAUTHORIZED = 401;

/** Pages that are shown to whoever has not signed in: cashiers look after receipts that do not come out. */
const FOR_CASHIERS: ReadonlySet<PageName> = new Set(['status', 'day', 'receipts', 'devices']);

/** What is around every page: whose register it is, the way to the other pages, the version. */
export function Frame() {
  const [rn, choose] = useRegisterChoice();
  const wanted = usePageChoice();
  const snapshot = useLiveStatus(rn);
  const session = useSession();
  const isOnTheWay = useWayBack(session);
  const { t, locale } = useTexts();
  const { status, phase } = snapshot;
  const verdict = judge(snapshot);

  // Kept while another register is loaded: a picker or link that vanishes takes the keyboard focus with it.
  const [registers, setRegisters] = useState<RegisterName[]>([]);
  if (status !== null && status.registers !== registers) setRegisters(status.registers);
  const [country, setCountry] = useState<string | null>(null);
  const shownCountry = countryWithPage(status);
  if (status !== null && shownCountry !== country) setCountry(shownCountry);
  const [units, setUnits] = useState(false);
  if (status !== null && status.usesUnits !== units) setUnits(status.usesUnits);

  const [paper, setPaper] = useState(false);
  if (status !== null && printsOnPaper(status) !== paper) setPaper(printsOnPaper(status));
  const [eInvoices, setEInvoices] = useState(false);
  if (status !== null && status.usesEInvoices !== eInvoices) setEInvoices(status.usesEInvoices);

  // Until it is known whose page it would be, the address has its way; when nothing is heard, the status says why.
  const offered = {
    status: true,
    day: true,
    receipts: true,
    fiscal: status === null ? phase === 'connecting' : shownCountry !== null,
    devices: true,
    paper: status === null ? phase === 'connecting' : printsOnPaper(status),
    units: status === null ? phase === 'connecting' : status.usesUnits,
    eInvoices: true,
    settings: true,
    try: true,
    requests: true,
    checklist: true,
  };
  const page = offered[wanted] ? wanted : 'status';
  // A manager's page is shown once it is known who asks; a cloud register keeps its state for managers, too.
  const isForManagers = !FOR_CASHIERS.has(page) || isOnTheWay || snapshot.refused === UNAUTHORIZED;
  const isAsked = isForManagers && session?.role === 'cashier';
  const isShown = (name: PageName) =>
    page === name && (FOR_CASHIERS.has(name) || session?.role === 'manager');

  const name = country === null ? '' : countryName(country, locale);
  const names = {
    status: '',
    day: t('day.heading'),
    receipts: t('receipts.heading'),
    fiscal: name,
    devices: t('devices.heading'),
    paper: t('paper.heading'),
    units: t('units.heading'),
    eInvoices: t('eInvoices.heading'),
    settings: t('settings.heading'),
    try: t('developers.try.heading'),
    requests: t('developers.requests.heading'),
    checklist: t('developers.checklist.heading'),
  };
  const shown = names[page] === '' ? t(`page.banner.${verdict.headline}`, { rn }) : names[page];
  const title = `${TONE_LETTERS[verdict.tone]} ${shown} – Tillmark`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <Stack gap="lg" maw="100rem" mx="auto" p="lg">
      <Header
        navigation={
          <Navigation
            page={page}
            tone={verdict.tone}
            practice={verdict.headline === 'practice'}
            countryName={country === null ? null : name}
            paper={paper}
            units={units}
            eInvoices={eInvoices}
          />
        }
      >
        {registers.length > 1 ? (
          <RegisterPicker
            registers={withVerdict(registers, rn, verdict.tone === 'ready' || verdict.tone === 'attention')}
            rn={rn}
            onChoose={choose}
          />
        ) : (
          <Text size="lg" fw={600}>
            {status?.company?.name ?? 'Tillmark'}
          </Text>
        )}
      </Header>
      {isAsked && <SignInPage />}
      {isShown('day') && !isAsked && <DayPage key={rn} rn={rn} snapshot={snapshot} />}
      {isShown('receipts') && !isAsked && <ReceiptsPage key={rn} rn={rn} snapshot={snapshot} />}
      {isShown('fiscal') && <FiscalPage key={rn} rn={rn} snapshot={snapshot} />}
      {isShown('devices') && !isAsked && <DevicesPage key={rn} rn={rn} snapshot={snapshot} />}
      {isShown('paper') && <PaperPage key={rn} rn={rn} snapshot={snapshot} />}
      {isShown('units') && <UnitsPage snapshot={snapshot} />}
      {isShown('eInvoices') && <EInvoicesPage key={rn} rn={rn} snapshot={snapshot} />}
      {isShown('settings') && <SettingsPage key={rn} rn={rn} snapshot={snapshot} />}
      {isForDevelopers(page) && isShown(page) && (
        <LoadGuard>
          <Suspense fallback={<Placeholder />}>
            <DevelopersPage key={rn} page={page} rn={rn} snapshot={snapshot} />
          </Suspense>
        </LoadGuard>
      )}
      {page === 'status' && !isAsked && (
        <StatusPage rn={rn} snapshot={snapshot} verdict={verdict} onChoose={choose} />
      )}
      {status !== null && (
        <Text component="footer" size="xs" c="dimmed" ta="center">
          {t('page.version', { version: status.version })} ·{' '}
          <Anchor href="./docs" inherit>
            {t('page.api')}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}

/** The register prints on the emulated printer of a demo. */
function printsOnPaper({ printer }: ControlStatus): boolean {
  return printer.state === 'set' && printer.isEmulated;
}

/** The list must name the register shown, and not say otherwise than the status about it. */
function withVerdict(registers: RegisterName[], rn: string, ready: boolean): RegisterName[] {
  if (!registers.some((register) => register.rn === rn)) {
    return [...registers, { rn, ready, company: null }];
  }
  return registers.map((register) => (register.rn === rn ? { ...register, ready } : register));
}
