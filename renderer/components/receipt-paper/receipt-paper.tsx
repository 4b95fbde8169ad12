import { lazy, Suspense } from 'react';
import type { Paper, PaperLine, PaperTag, PaperTax, PaperWords } from '../../../service/wire.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './receipt-paper.module.css';

// What draws codes weighs as much as all words of a language; nobody waits for it to read a receipt.
const QrCode = lazy(() =>
  import('./qr-code.tsx').then(
    (module) => ({ default: module.QrCode }),
    () => ({ default: QrFailed }),
  ),
);

function QrFailed() {
  const { t } = useTexts();
  return <p className={classes.centre}>{t('page.paper.qrFailed')}</p>;
}

/**
 * A receipt as it would print.
 *
 * All texts and amounts come from the service in the receipt's own language;
 * this component only lays them out.
 */
export function ReceiptPaper({ paper }: { paper: Paper }) {
  const { t } = useTexts();
  const [name, ...address] = paper.seller;
  return (
    <div className={classes.sheet}>
      <article
        className={classes.paper}
        aria-label={t('page.paper.label', { number: paper.number })}
        translate="no"
      >
        <header className={classes.centre}>
          <p className={classes.seller}>{name}</p>
          <Lines texts={address} />
        </header>

        {paper.marks.map((mark) => (
          <p key={mark} className={classes.mark}>
            {mark}
          </p>
        ))}

        {paper.codeFirst && <Code paper={paper} />}
        <div className={classes.document}>
          <p className={classes.title}>{paper.title}</p>
          <p className={classes.number}>{paper.number}</p>
          <p>{paper.dateText}</p>
          {paper.operator !== null && (
            <p>
              {paper.words.operator} {paper.operator}
            </p>
          )}
        </div>
        {paper.buyer.length > 0 && (
          <div className={classes.block}>
            <p>{paper.words.customer}:</p>
            <Lines texts={paper.buyer} />
          </div>
        )}
        {paper.head.length > 0 && (
          <div className={classes.block}>
            <Lines texts={paper.head} />
          </div>
        )}

        {paper.lines.length > 0 && (
          <ul className={classes.lines}>
            {paper.lines.map((line, index) => (
              <Line key={index} line={line} />
            ))}
          </ul>
        )}

        {paper.total !== null && (
          <p className={classes.total}>
            <span>
              {paper.words.total} {paper.currency}
            </span>
            <span>{paper.total}</span>
          </p>
        )}
        <Tags tags={paper.payments} />
        <Taxes taxes={paper.taxes} words={paper.words} />

        {!paper.codeFirst && <Code paper={paper} />}
        <div className={classes.centre}>
          <Lines texts={paper.foot} />
        </div>
      </article>
    </div>
  );
}

/** Tags, the code directly below them, and what stands directly below that. */
function Code({ paper: { tags, qr, leastQrVersion = 1, below = [] } }: { paper: Paper }) {
  return (
    <>
      {tags.length > 0 && (
        <div className={classes.tags}>
          {tags.map((tag, index) => (
            <p key={index}>{printedTag(tag)}</p>
          ))}
        </div>
      )}
      {qr !== null && (
        <Suspense fallback={<div className={classes.qr} aria-hidden />}>
          <QrCode text={qr} leastVersion={leastQrVersion} />
        </Suspense>
      )}
      {below.length > 0 && (
        <div className={classes.centre}>
          <Lines texts={below} />
        </div>
      )}
    </>
  );
}

function printedTag({ label, value, tight }: PaperTag): string {
  if (label === '' || label.endsWith(':')) return label + value;
  return tight ? `${label}:${value}` : `${label}: ${value}`;
}

function Lines({ texts }: { texts: string[] }) {
  return texts.map((text, index) => <p key={index}>{text}</p>);
}

function Line({ line }: { line: PaperLine }) {
  return (
    <li className={line.kind === 'modifier' ? classes.modifier : undefined}>
      <span className={classes.row}>
        <span className={classes.text}>{line.text}</span>
        {line.taxGroup !== undefined && <span>{line.taxGroup}</span>}
        {line.amount !== undefined && (
          <span className={line.kind === 'text' ? classes.free : classes.amount}>{line.amount}</span>
        )}
      </span>
      {line.detail !== undefined && <span className={classes.detail}>{line.detail}</span>}
    </li>
  );
}

function Tags({ tags }: { tags: PaperTag[] }) {
  return tags.map((tag, index) => (
    <p key={index} className={classes.row}>
      <span className={classes.text}>{tag.label}</span>
      <span className={classes.amount}>{tag.value}</span>
    </p>
  ));
}

function Taxes({ taxes, words }: { taxes: PaperTax[]; words: PaperWords }) {
  if (taxes.length === 0) return null;
  return (
    <table className={classes.taxes} aria-label={words.tax}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {words.rate}
          </th>
          <th scope="col">{words.net}</th>
          <th scope="col">{words.tax}</th>
          <th scope="col">{words.gross}</th>
        </tr>
      </thead>
      <tbody>
        {taxes.map((tax, index) => (
          <tr key={index}>
            {tax.group !== '' && <td>{tax.group}</td>}
            <td colSpan={tax.group === '' ? 2 : 1}>{tax.rate}%</td>
            <td>{tax.net}</td>
            <td>{tax.tax}</td>
            <td>{tax.gross}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
