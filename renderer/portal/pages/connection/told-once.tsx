import { CopyCode } from '../../../components/copy-code.tsx';
import { Notice } from '../../../components/notice.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import classes from '../page.module.css';

/** Secrets that the portal tells once and cannot tell again. */
export function ToldOnce({ secrets }: { secrets: readonly { name: string; value: string }[] }) {
  const { t } = usePortalTexts();
  return (
    <Notice tone="look" role="status" title={t('connection.toldOnce')}>
      <p>{t('connection.toldOnceText')}</p>
      <dl className={classes.secret} data-testid="told-once">
        {secrets.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.mono}>
              <CopyCode text={value} name={name} />
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}
