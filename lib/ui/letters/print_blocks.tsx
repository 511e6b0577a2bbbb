import { Fragment, type ReactNode } from "react";
import { isFigures, type PrintBlock, type PrintTable } from "../../domain/print/document.ts";

/**
 * A table of a printed document: numbers right-aligned, totals in its footer. On phones each row becomes a short list
 * with column names; explicit ARIA roles replace the native ones that CSS then removes.
 */
export function PrintedTable(props: { table: PrintTable; caption: string }): ReactNode {
  const { table, caption } = props;
  const look = (column: number) => table.numeric.includes(column) ? "numeric" : undefined;
  const cell = (text: string, i: number) => (
    <td key={i} role="cell" className={look(i)} data-of={i > table.numeric[0] ? table.head[i] : undefined}>{text}</td>
  );
  return (
    <div className="sheet-edge scroll-x" role="region" aria-label={caption} tabIndex={0}>
      <table className="table printed" role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {table.head.map((text, i) => <th key={i} scope="col" role="columnheader" className={look(i)}>{text}</th>)}
          </tr>
        </thead>
        <tbody role="rowgroup">{table.rows.map((row, n) => <tr key={n} role="row">{row.map(cell)}</tr>)}</tbody>
        {table.foot && (
          <tfoot role="rowgroup">
            <tr role="row">
              {table.foot.map((text, i) =>
                i === 0 ? <th key={i} scope="row" role="rowheader">{text}</th> : cell(text, i)
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Block({ block }: { block: PrintBlock }): ReactNode {
  switch (block.kind) {
    case "heading":
      return <h3>{block.text}</h3>;
    case "paragraph":
      return (
        <p>
          <Text text={block.text} />
        </p>
      );
    case "bullets":
      return (
        <ul className="dots">
          {block.items.map((item, i) => (
            <li key={i}>
              <Text text={item} />
            </li>
          ))}
        </ul>
      );
    case "rows":
      return (
        <dl className={isFigures(block.rows) ? "letter-lines figures" : "letter-lines"}>
          {block.rows.map(({ label, value, total }, i) => (
            <div key={i} className={total ? "total" : undefined}>
              <dt>{label}</dt>
              <dd>
                <Text text={value} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case "signature":
      return (
        <p className="signature">
          <span>
            <Text text={block.name} />
          </span>
          <span>Date</span>
        </p>
      );
    case "table":
      return <PrintedTable table={block} caption="Figures" />;
  }
}

const GAP = /(\[Not set: [^\]\n]{1,80}\])/;

/** Text with placeholders of missing figures highlighted. */
function Text({ text }: { text: string }): ReactNode {
  if (!GAP.test(text)) return text;
  return text.split(GAP).map((part, i) => i % 2 ? <mark key={i}>{part}</mark> : <Fragment key={i}>{part}</Fragment>);
}

/** The blocks of a printed document on screen. */
export function PrintBlocks(props: { blocks: readonly PrintBlock[] }): ReactNode {
  return props.blocks.map((block, i) => <Block key={i} block={block} />);
}
