import { Anchor, Text } from '@mantine/core';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { idOf } from '../../api/entities.ts';
import { receiptHash } from '../../api/route.ts';
import type { Entity } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty } from '../loading.tsx';
import classes from './digital.module.css';
import type { Example } from './types.ts';

/** The page of the newest receipt as customers would see it by rules that are not saved yet. */
export function Preview({
  company,
  active,
  logo,
  hasReceipts,
}: {
  company: Entity;
  active: boolean;
  /** Data URL; empty for none. */
  logo: string;
  /** Whether receipts may be seen. */
  hasReceipts: boolean;
}) {
  const { t } = usePortalTexts();
  return (
    <Panel heading={t('digital.preview')} intro={t('digital.previewIntro')}>
      {!active ? (
        <Notice tone="plain" title={t('digital.noPages')}>
          <p>{t('digital.noPagesText')}</p>
        </Notice>
      ) : hasReceipts ? (
        <WithExample company={company} logo={logo} />
      ) : (
        <Phone company={company.name} logo={logo} example={null} />
      )}
    </Panel>
  );
}

function WithExample({ company, logo }: { company: Entity; logo: string }) {
  const { t } = usePortalTexts();
  const id = idOf(company);
  const [{ value }] = useAsk<{ example: Example | null }>(`/Company/${id}/DigitalReceipts/Example`);
  const example = value?.example ?? null;
  return (
    <>
      <Phone company={example?.company ?? company.name} logo={logo} example={example} />
      {value !== null && example === null && <Empty>{t('digital.noExample')}</Empty>}
      {example !== null && (
        <p>
          <Anchor href={receiptHash(id, example.registerId, example.sq)}>{t('digital.toExample')}</Anchor>
        </p>
      )}
    </>
  );
}

function Phone({ company, logo, example }: { company: string; logo: string; example: Example | null }) {
  return (
    <div className={classes.phone} data-testid="digital-preview">
      <div className={classes.head}>
        {logo !== '' && <img className={classes.logo} src={logo} alt="" />}
        <div>
          <div className={classes.name}>{company}</div>
          {example !== null && example.place !== '' && <Text c="dimmed">{example.place}</Text>}
        </div>
      </div>
      {example !== null && (
        <div className={classes.paper}>
          {/* A line longer than the page is scrolled by the keyboard, too. */}
          <pre lang={example.language} tabIndex={0}>
            {example.text}
          </pre>
        </div>
      )}
    </div>
  );
}
