/** The boxes of a tax year, from the same figures as the tax page. Pure. */
import { formatPence } from '../../../shared/money.ts';
import { yearLabel } from '../../../shared/tax-years.ts';
import { counted } from '../../../shared/text.ts';
import type { TaxFigures } from '../../tax/tax.ts';
import { type Body, bodyOf, money, pence, strong, text } from '../body.ts';
import { spanWords } from '../period.ts';
import type { ReportParams, Row } from '../report.ts';

export function taxYearSummary(params: ReportParams, figures: TaxFigures): Body {
  const { year, from, to, boxes, atYearEnd, income, expenses, profit, waiting } = figures;
  const columns = [text('name', 'Meaning'), text('box', 'Box'), strong(pence('amount', 'Amount'))];
  const row = ({ box, label, pence: amount }: TaxFigures['boxes'][number]): Row => ({
    id: box,
    cells: [label, box, amount],
  });
  const rows = [...boxes, ...atYearEnd].filter(({ pence: amount }) => amount !== 0).map(row);
  return bodyOf({ ...params, span: { from, to } }, [rows.length, 'box', 'boxes'], {
    figures: [money('Income', income), money('Expenses', expenses), money(profit < 0 ? 'Loss' : 'Profit', profit)],
    columns,
    rows,
    totals:
      rows.length > 0
        ? [profit < 0 ? 'Loss before finance costs of homes' : 'Profit before finance costs of homes', null, profit]
        : null,
    notes: [
      {
        text: `The boxes of the tax return (SA105) for ${yearLabel(year)}, as on the tax page. They are not tax advice.`,
      },
      ...(waiting.rows > 0
        ? [
            {
              text: `${counted(waiting.rows, 'transaction')} of ${formatPence(waiting.pence)} ${waiting.rows === 1 ? 'needs' : 'need'} an answer on the tax page, and ${waiting.rows === 1 ? 'is' : 'are'} not in any box.`,
            },
          ]
        : []),
    ],
    empty: { title: `No paid transactions ${spanWords({ from, to })}.`, words: 'Choose another tax year.' },
  });
}
