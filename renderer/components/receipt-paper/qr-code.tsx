import { useMemo } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { drawQr } from './qr-drawing.ts';
import classes from './receipt-paper.module.css';

/** A QR code as crisp lines, dark on light in either appearance, as scanners want it. */
export function QrCode({
  text,
  leastVersion = 1,
  large = false,
}: {
  text: string;
  /** Smallest version of the symbol, 1 to 40. */
  leastVersion?: number;
  /** To be scanned from the screen. */
  large?: boolean;
}) {
  const { t } = useTexts();
  const drawing = useMemo(() => {
    try {
      return drawQr(text, leastVersion);
    } catch {
      return null;
    }
  }, [text, leastVersion]);

  if (drawing === null) return <p className={classes.centre}>{t('page.paper.qrFailed')}</p>;
  return (
    <svg
      className={classes.qr}
      data-large={large}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      role="img"
      aria-label={t('page.paper.qr')}
      data-qr-version={drawing.version}
      shapeRendering="crispEdges"
    >
      <rect width={drawing.size} height={drawing.size} fill="#fff" />
      <path d={drawing.path} fill="#000" fillRule="evenodd" />
    </svg>
  );
}
