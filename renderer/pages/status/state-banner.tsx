import { Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Problem } from '../../../service/wire.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { useSession } from '../../api/session.ts';
import { toneSigns } from '../../app/tone-signs.tsx';
import { isSolvedOnPage, ownPageOf } from '../../countries/list.ts';
import { countryName } from '../../format/country.ts';
import { problemTextsOf } from '../../i18n/problem-texts.ts';
import { problemValues } from '../../i18n/problem-values.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { type Remedy, RemedyButton, RemedyDialog, remedyFor } from './mending.tsx';
import classes from './state-banner.module.css';
import type { Verdict } from './verdict.ts';

/** Solved on a page of the service itself. */
const BACKUP_PROBLEMS = new Set(['BACKUP_NOT_SET', 'BACKUP_FAILED', 'BACKUP_OLD']);

/** Solved on the page for devices. */
const isOfDevices = (code: string) => /^PRINT(?:ER)?_/.test(code);

/** Solved on the page for signature units. */
const UNIT_PROBLEMS = new Set([
  'NO_UNIT',
  'UNIT_FAILED',
  'UNIT_CERT_EXPIRES',
  'TEST_UNIT',
  'REGISTER_DISABLED',
]);

/** Seen to on the page for e-invoices. */
const INVOICE_PROBLEMS = new Set(['EINVOICE_REJECTED', 'EINVOICE_WAITS']);

/** May selling go on? Said in colour, sign and words; with one button for what is most urgent. */
export function StateBanner({
  verdict,
  rn,
  country,
  refused,
  onShowDefault,
  onRestart,
}: {
  verdict: Verdict;
  rn: string;
  /** The register's country where it has a page, as far as it is known. */
  country: string | null;
  refused: number | null;
  onShowDefault: () => void;
  /** Absent where the page cannot restart the service. */
  onRestart?: (() => void) | undefined;
}) {
  const { t, locale } = useTexts();
  const { tone, headline, problems } = verdict;
  const titleOf = (problem: Problem) =>
    t(`problem.${problemTextsOf(problem.code)}.title`, problemValues(problem, locale));
  const [first, ...others] = problems;
  // Once, however many problems are solved there.
  const ofCountry = ownPageOf(country);
  const solvedThere = problems.find((problem) => country !== null && isSolvedOnPage(country, problem.code));
  const linkFor = (problem: Problem) => (problem === solvedThere ? country : null);
  const unitProblem = problems.find(
    ({ code }) => UNIT_PROBLEMS.has(code) || ofCountry?.unitProblems?.has(code),
  );
  const deviceProblem = problems.find(({ code }) => isOfDevices(code));
  const [asked, setAsked] = useState<Remedy | null>(null);
  const remedyOf = ({ code }: Problem) => {
    const remedy = remedyFor(code);
    return remedy !== null && <RemedyButton remedy={remedy} onAsk={() => setAsked(remedy)} />;
  };
  const banner = (
    <section
      className={classes.banner}
      data-tone={tone}
      data-testid="state-banner"
      aria-label={t('page.banner.label')}
    >
      <Announcement verdict={verdict} rn={rn} />
      <span className={classes.sign}>{toneSigns[tone]}</span>
      <div className={classes.words}>
        <h1 className={classes.headline}>{t(`page.banner.${headline}`, { rn })}</h1>
        {headline === 'connecting' && <Reason fix={t('page.banner.connectingHint')} />}
        {headline === 'noConnection' && (
          <Reason fix={t('page.banner.noConnectionFix')}>
            {onRestart !== undefined && (
              <Button className={classes.action} onClick={onRestart}>
                {t('page.banner.restart')}
              </Button>
            )}
          </Reason>
        )}
        {headline === 'refused' && <Reason fix={t('page.banner.refusedFix', { status: refused })} />}
        {headline === 'unknownRegister' && (
          <Reason fix={t('page.banner.unknownRegisterFix')}>
            <Button className={classes.action} onClick={onShowDefault}>
              {t('page.banner.showDefault')}
            </Button>
          </Reason>
        )}
        {headline === 'notReady' && first === undefined && (
          <Reason title={t('page.banner.reason')} fix={t('page.banner.reasonFix')} />
        )}
        {first !== undefined && (
          <ProblemReason
            isFirst
            problem={first}
            link={linkFor(first)}
            units={first === unitProblem}
            devices={first === deviceProblem}
          >
            {remedyOf(first)}
          </ProblemReason>
        )}
        {headline === 'ready' && first === undefined && <Reason fix={t('page.banner.nothingToDo')} />}
        {others.length > 0 && (
          <details className={classes.others}>
            <summary className={classes.also}>
              <span className={classes.titles}>
                {t('page.banner.more', { count: others.length })}: {others.map(titleOf).join(' · ')}
              </span>
            </summary>
            <ul>
              {others.map((problem, index) => (
                <li key={index}>
                  <ProblemReason
                    problem={problem}
                    link={linkFor(problem)}
                    units={problem === unitProblem}
                    devices={problem === deviceProblem}
                  >
                    {remedyOf(problem)}
                  </ProblemReason>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
  return (
    <>
      {banner}
      {asked !== null && <RemedyDialog remedy={asked} rn={rn} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Says the state and the most urgent reason to screen readers, and nothing else that changes on the page. */
function Announcement({ verdict: { tone, headline, problems }, rn }: { verdict: Verdict; rn: string }) {
  const { t, locale } = useTexts();
  const [first] = problems;
  const reason = first && t(`problem.${problemTextsOf(first.code)}.title`, problemValues(first, locale));
  return (
    <VisuallyHidden role="status" aria-live={tone === 'stop' ? 'assertive' : 'polite'} aria-atomic="true">
      {t(`page.banner.${headline}`, { rn })}
      {reason === undefined ? '' : ` – ${reason}`}
    </VisuallyHidden>
  );
}

function ProblemReason({
  problem,
  link,
  units,
  devices,
  isFirst = false,
  children,
}: {
  problem: Problem;
  /** Country whose page is to be offered. */
  link: string | null;
  /** The page for signature units is to be offered. */
  units: boolean;
  /** The page for devices is to be offered. */
  devices: boolean;
  /** The most urgent one: what can be done about it is one large button. */
  isFirst?: boolean;
  /** What can be done about it here. */
  children?: ReactNode;
}) {
  const { t, locale } = useTexts();
  const code = problemTextsOf(problem.code);
  const values = problemValues(problem, locale);
  const session = useSession();
  // Who has signed in with a PIN is not led to pages of the manager; whoever else comes there can sign in.
  const isLed = session === null || session.role === 'manager' || session.name === null;
  const open = (page: string) => t('page.banner.openPage', { page });
  const ways: [wanted: boolean, href: string, words: string][] = [
    [link !== null, PAGE_HASH.fiscal, open(link === null ? '' : countryName(link, locale))],
    [units, PAGE_HASH.units, open(t('units.heading'))],
    [devices, PAGE_HASH.devices, open(t('devices.heading'))],
    [INVOICE_PROBLEMS.has(problem.code), PAGE_HASH.eInvoices, open(t('eInvoices.heading'))],
    [problem.code === 'PROFILE_RESTART', PAGE_HASH.settings, open(t('settings.heading'))],
    [problem.code === 'TERMINAL_TAKEN', PAGE_HASH.settings, open(t('settings.heading'))],
    [problem.code === 'NO_CFG', PAGE_HASH.start, t('setup.heading')],
    [BACKUP_PROBLEMS.has(problem.code), PAGE_HASH.backups, t('page.banner.openBackups')],
  ];
  return (
    <Reason
      title={t(`problem.${code}.title`, values)}
      fix={t(`problem.${code}.fix`, values)}
      actions={
        <>
          {children}
          {ways
            .filter(([wanted, href]) => wanted && (isLed || href === PAGE_HASH.devices))
            .map(([, href, words]) =>
              isFirst ? (
                <Button key={href} component="a" href={href} className={classes.action}>
                  {words}
                </Button>
              ) : (
                <a key={href} className={classes.link} href={href}>
                  {words}
                </a>
              ),
            )}
        </>
      }
    >
      <ForSupplier problem={problem} />
    </Reason>
  );
}

/** What a database says about itself: nothing for a cashier, but the first thing a supplier asks for. */
function ForSupplier({ problem: { params } }: { problem: Problem }) {
  const { t } = useTexts();
  const { file, reason, command } = params ?? {};
  if (file === undefined) return null;
  return (
    <div className={classes.supplier}>
      <p>{t('page.banner.supplier')}</p>
      {command !== undefined && (
        <p>
          {t('page.banner.rebuild')}
          <code>{command}</code>
        </p>
      )}
      <p>
        <code>{file}</code>
        {reason}
      </p>
    </div>
  );
}

function Reason({
  title,
  fix,
  actions,
  children,
}: {
  title?: string;
  fix: string;
  /** What can be done about it; beside the words where there is room. */
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={classes.reason}>
      <div className={classes.beside}>
        <div className={classes.told}>
          {title !== undefined && <p className={classes.title}>{title}</p>}
          <p className={classes.fix}>{fix}</p>
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}
