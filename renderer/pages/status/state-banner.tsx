import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '../../../service/wire.ts';
import { CheckIcon, CrossIcon, WaitIcon, WarningIcon } from '../../components/icons.tsx';
import { countryName } from '../../format/country.ts';
import { problemTextsOf } from '../../i18n/problem-texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './state-banner.module.css';
import type { Tone, Verdict } from './verdict.ts';

/** May selling go on? Said in colour, sign and words, and to screen readers. */
export function StateBanner({
  verdict,
  rn,
  refused,
  onShowDefault,
  onRestart,
}: {
  verdict: Verdict;
  rn: string;
  refused: number | null;
  onShowDefault: () => void;
  /** Absent where the page cannot restart the service. */
  onRestart?: (() => void) | undefined;
}) {
  const { t } = useTexts();
  const { tone, headline, problems } = verdict;
  const [first, ...others] = problems;
  return (
    <section
      className={classes.banner}
      data-tone={tone}
      data-testid="state-banner"
      role="status"
      aria-live="assertive"
      aria-atomic="true"
    >
      <span className={classes.sign}>{signs[tone]}</span>
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
        {first !== undefined && <ProblemReason problem={first} />}
        {others.length > 0 && (
          <div className={classes.others}>
            <p className={classes.also}>{t('page.banner.also')}</p>
            <ul>
              {others.map((problem, index) => (
                <li key={index}>
                  <ProblemReason problem={problem} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

const signs: Record<Tone, ReactNode> = {
  ready: <CheckIcon />,
  attention: <WarningIcon />,
  stop: <CrossIcon />,
  wait: <WaitIcon />,
};

function ProblemReason({ problem }: { problem: Problem }) {
  const { t, locale } = useTexts();
  const code = problemTextsOf(problem.code);
  const values: Record<string, string | number> = { ...problem.params, code: problem.code };
  if (typeof values['country'] === 'string') values['country'] = countryName(values['country'], locale);
  return <Reason title={t(`problem.${code}.title`, values)} fix={t(`problem.${code}.fix`, values)} />;
}

function Reason({ title, fix, children }: { title?: string; fix: string; children?: ReactNode }) {
  return (
    <div className={classes.reason}>
      {title !== undefined && <p className={classes.title}>{title}</p>}
      <p className={classes.fix}>{fix}</p>
      {children}
    </div>
  );
}
