import { Button, Group, List } from '@mantine/core';
import { Notice } from '../../../components/notice.tsx';
import { entityHash } from '../../api/route.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';

/** What to do where nothing is there yet: the steps, and the way to the next one. */
export function NextSteps({ kind, id }: { kind: 'organization' | 'company'; id: number }) {
  const { t } = usePortalTexts();
  const steps = ['company', 'location', 'badge', 'register'] as const;
  const left = kind === 'company' ? steps.slice(1) : steps;
  return (
    <>
      <Notice tone="plain">
        <p>{t(`overview.nothing.${kind}`)}</p>
      </Notice>
      <List type="ordered" maw="44rem">
        {left.map((step) => (
          <List.Item key={step}>{t(`overview.steps.${step}`)}</List.Item>
        ))}
      </List>
      <Group gap="xs">
        {kind === 'organization' ? (
          <Button component="a" variant="filled" href={entityHash(kind, id, 'new-company')}>
            {t('overview.toCompany')}
          </Button>
        ) : (
          <>
            <Button component="a" variant="filled" href={entityHash(kind, id, 'keys')}>
              {t('registers.toBadge')}
            </Button>
          </>
        )}
      </Group>
    </>
  );
}
