import { Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { SupportBundle } from '../../../service/support/wire.ts';
import { bundleUrl, makeBundle } from '../../api/care.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fold } from '../../components/fold.tsx';
import { DownloadIcon } from '../../components/icons.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { Panel } from '../../components/panel.tsx';
import { Part, Soft } from '../../components/part.tsx';
import { formatSize } from '../../format/quantity.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { CareProps } from './care-props.ts';

/** A file for the till supplier: looked at first, then saved. */
export function SupportPage({ heading, snapshot }: CareProps) {
  const { t, locale } = useTexts();
  const action = useAction();
  const [bundle, setBundle] = useState<SupportBundle | null>(null);
  const make = async () => {
    const reply = await action.run(makeBundle);
    if (reply.ok) setBundle(reply.value);
  };
  return (
    <PageFrame heading={heading} snapshot={snapshot}>
      <Panel heading={t('care.support.heading')} intro={t('care.support.intro')}>
        <Text maw="48rem">{t('care.support.never')}</Text>
        <Group>
          <ActionButton variant={bundle === null ? 'filled' : 'default'} busy={action.busy} onAction={make}>
            {t(bundle === null ? 'care.support.make' : 'care.support.again')}
          </ActionButton>
          {bundle !== null && (
            <Button
              component="a"
              variant="filled"
              href={bundleUrl(bundle.id)}
              download="tillmark-support.zip"
              leftSection={<DownloadIcon />}
            >
              {t('care.support.save')}
            </Button>
          )}
        </Group>
        <FailureNote failure={action.failure} />
        {bundle !== null && (
          <Part heading={t('care.support.files')}>
            {bundle.files.map(({ name, text }) => (
              <Fold
                key={name}
                summary={
                  <>
                    {name} <Soft>{formatSize(new Blob([text]).size, locale)}</Soft>
                  </>
                }
              >
                <Code block tabIndex={0} mah="24rem" aria-label={name}>
                  {text}
                </Code>
              </Fold>
            ))}
          </Part>
        )}
      </Panel>
    </PageFrame>
  );
}
