import type { PortugalOverview } from '../../../../service/countries/pt/wire.ts';
import type { ControlStatus } from '../../../../service/wire.ts';
import { Fact, Facts } from '../../../components/card.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ProgramFiles } from '../../../pages/fiscal/keys/program-files.tsx';
import classes from './program-card.module.css';

/** The program that the law holds responsible, and the key it signs with. */
export function ProgramCard({
  program,
  status,
  reload,
}: {
  program: PortugalOverview['program'];
  status: ControlStatus;
  reload: () => Promise<void>;
}) {
  const { t } = useTexts();
  const { key } = status;
  const certified = /[1-9]/.test(program.certificate);
  return (
    <Panel heading={t('portugal.program.heading')} intro={t('portugal.program.intro')}>
      <Facts>
        <Fact name={t('portugal.program.product')}>{program.product}</Fact>
        <Fact name={t('portugal.program.producer')}>{program.producer}</Fact>
        <Fact
          name={t('portugal.program.certificate')}
          {...(certified ? {} : { remark: t('portugal.program.uncertifiedHint') })}
        >
          {certified ? (
            t('portugal.program.certificateNumber', { number: program.certificate })
          ) : (
            <Mark tone="look">{t('portugal.program.uncertified')}</Mark>
          )}
        </Fact>
        {program.partner !== null && <Fact name={t('portugal.program.partner')}>{program.partner}</Fact>}
        <Fact name={t('portugal.program.key')}>
          {key === null ? (
            t('portugal.program.keyNone')
          ) : (
            <>
              {t('portugal.program.keyVersion', { version: key.version })}
              <span className={classes.serial}>{key.serial}</span>
              {key.test && <Mark tone="look">{t('portugal.program.testKey')}</Mark>}
            </>
          )}
        </Fact>
      </Facts>
      <ProgramFiles news={status} onChanged={() => void reload()} />
    </Panel>
  );
}
