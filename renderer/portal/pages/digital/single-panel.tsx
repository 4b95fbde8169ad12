import { Anchor, Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Fact, Facts } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { Panel } from '../../../components/panel.tsx';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Loading } from '../loading.tsx';
import { type DigitalReceipt, HIDING_REASONS } from './types.ts';

/** The public page of a receipt: whether it shows it, and taking it down. */
export function SingleReceiptPanel({ path, mayChange }: { path: string; mayChange: boolean }) {
  const { t, locale } = usePortalTexts();
  const loaded = useAsk<DigitalReceipt>(`${path}/DigitalReceipt`);
  const [asked, setAsked] = useState<'hide' | 'show' | null>(null);
  const close = () => setAsked(null);
  return (
    <Panel heading={t('digital.single')} intro={t('digital.singleIntro')}>
      <Loading loaded={loaded}>
        {({ standing, link, endsTimestamp, hidden }) => (
          <>
            <Facts>
              <Fact name={t('digital.page')}>{t(`digital.standing.${standing}`)}</Fact>
              {hidden === null && standing === 'shown' && (
                <Fact name={t('digital.ends')}>{timeText(endsTimestamp, locale)}</Fact>
              )}
              {hidden !== null && (
                <>
                  <Fact name={t('digital.hiddenAt')}>{timeText(hidden.hiddenTimestamp, locale)}</Fact>
                  <Fact name={t('digital.reason')}>{t(`digital.reasons.${hidden.reason}`)}</Fact>
                  <Fact name={t('digital.final')}>{timeText(hidden.finalTimestamp, locale)}</Fact>
                </>
              )}
            </Facts>
            <Group gap="sm">
              <Anchor href={link} target="_blank" rel="noreferrer">
                {t('digital.open')}
              </Anchor>
              {mayChange && hidden === null && (
                <Button onClick={() => setAsked('hide')}>{t('digital.hide')}</Button>
              )}
              {mayChange && hidden !== null && (
                <Button onClick={() => setAsked('show')}>{t('digital.show')}</Button>
              )}
            </Group>
          </>
        )}
      </Loading>
      {asked === 'hide' && <HideDialog path={path} onClose={close} />}
      {asked === 'show' && (
        <ConfirmDialog
          heading={t('digital.showHeading')}
          submit={t('digital.showDo')}
          action={() => ask(`${path}/DigitalReceipt`, { method: 'PUT', body: { shown: true } })}
          done={t('digital.isShown')}
          onClose={close}
        >
          <p>{t('digital.showText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function HideDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const { t } = usePortalTexts();
  const [reason, setReason] = useState<string>(HIDING_REASONS[0]);
  return (
    <ConfirmDialog
      heading={t('digital.hideHeading')}
      submit={t('digital.hideDo')}
      color="red"
      action={() => ask(`${path}/DigitalReceipt`, { method: 'PUT', body: { shown: false, reason } })}
      done={t('digital.isHidden')}
      onClose={onClose}
    >
      <Consequences texts={[t('digital.hidePage'), t('digital.hideArchive'), t('digital.hideUndo')]} />
      <NativeSelect
        label={t('digital.reason')}
        data={HIDING_REASONS.map((value) => ({ value, label: t(`digital.reasons.${value}`) }))}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
