import { Anchor, Stack, Text } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import type { RegisterName } from '../../service/wire.ts';
import { useLiveStatus } from '../api/use-live-status.ts';
import type { PageName } from '../api/page-choice.ts';
import { usePageChoice } from '../api/use-page-choice.ts';
import { signOutIdle, useSession } from '../api/session.ts';
import { useIdle } from '../api/use-idle.ts';
import { useWayBack } from '../api/way-back.ts';
import { useRegisterChoice } from '../api/use-register-choice.ts';
import { Connected } from '../components/connected.ts';
import { Placeholder } from '../components/placeholder.tsx';
import { RegisterPicker } from '../components/register-picker.tsx';
import { countryWithPage } from '../countries/list.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { LoadGuard } from '../pages/fiscal/load-guard.tsx';
import { StatusPage } from '../pages/status/status-page.tsx';
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx';
import { judge } from '../pages/status/verdict.ts';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { isFor, listedPages, PAGES } from './pages.tsx';
import { usePageTop } from './use-page-top.ts';
import { TONE_LETTERS } from './tone-signs.tsx';

/** HTTP status of what asks for a session. */
const UNAUTHORIZED = 401;

/** What is around every page: whose register it is, the way to the other pages, the version. */
export function Frame() {
  const [rn, choose] = useRegisterChoice();
  const wanted = usePageChoice();
  usePageTop();
  const snapshot = useLiveStatus(rn);
  const session = useSession();
  const isOnTheWay = useWayBack(session);
  const texts = useTexts();
  const { t } = texts;
  const { status, phase } = snapshot;
  const verdict = judge(snapshot);

  // Kept while another register is loaded: a picker or link that vanishes takes the keyboard focus with it.
  const [registers, setRegisters] = useState<RegisterName[]>([]);
  if (status !== null && status.registers !== registers) setRegisters(status.registers);
  const [country, setCountry] = useState<string | null>(null);
  const shownCountry = countryWithPage(status);
  if (status !== null && shownCountry !== country) setCountry(shownCountry);
  const [listed, setListed] = useState(() => listedPages(null));
  const nowListed = status === null ? listed : listedPages(status);
  if (nowListed.join() !== listed.join()) setListed(nowListed);

  // Until it is known whose page it would be, the address has its way; when nothing is heard, the status says why.
  const isOffered = (name: PageName) => {
    if (name === 'status' || name === 'signIn') return true;
    const { isOffered: of } = PAGES[name];
    return of === undefined || (status === null ? phase === 'connecting' : of(status));
  };
  const page = isOffered(wanted) ? wanted : 'status';
  const role = session?.role ?? null;
  useIdle(session?.idleSeconds ?? null, signOutIdle);
  // A page that is not for all is shown once it is known who asks; a cloud register keeps its state for managers, too.
  const isForManagers = isOnTheWay || snapshot.refused === UNAUTHORIZED;
  const isAsked =
    page === 'signIn' || (role !== null && role !== 'manager' && (isForManagers || !isFor(page, role)));
  const isShown = !isAsked && isFor(page, role);
  // Where nobody is set up yet, settings lead to people, and whoever comes to any other page is asked for the password.
  const seen = listed.filter((name) => (session?.hasPeople === true ? isFor(name, role) : name !== 'people'));

  const heading = page === 'status' || page === 'signIn' ? '' : PAGES[page].heading(texts, country);
  const shown = heading === '' ? t(`page.banner.${verdict.headline}`, { rn }) : heading;
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
            listed={seen}
            country={country}
            tone={verdict.tone}
            practice={verdict.headline === 'practice'}
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
      {isAsked && <SignInPage key={page} isAlone={page === 'signIn'} />}
      {page !== 'status' && page !== 'signIn' && isShown && (
        <Connected value={phase !== 'lost'}>
          <LoadGuard heading={heading}>
            <Suspense fallback={<Placeholder />}>{PAGES[page].show({ rn, snapshot })}</Suspense>
          </LoadGuard>
        </Connected>
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

/** The list must name the register shown, and not say otherwise than the status about it. */
function withVerdict(registers: RegisterName[], rn: string, ready: boolean): RegisterName[] {
  if (!registers.some((register) => register.rn === rn)) {
    return [...registers, { rn, ready, company: null, country: null }];
  }
  return registers.map((register) => (register.rn === rn ? { ...register, ready } : register));
}
