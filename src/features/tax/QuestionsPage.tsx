/** /dashboard/tax/$year/questions: all transactions of a tax year that need an answer. */
import { useParams, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { yearLabel } from '../../shared/tax-years.ts';
import { counted } from '../../shared/text.ts';
import { LinkBack, LinkButton } from '../../web/records/links.client.ts';
import { CardOfPages } from '../../web/records/list/CardOfPages.tsx';
import { EmptyState } from '../../web/ui/display/Card.tsx';
import { Key } from '../../web/ui/display/Key.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { QuestionList, UndoAnswer, useQuestions } from './QuestionsCard.tsx';

const WORDS = { loading: 'Loading the questions...', failed: 'We could not load the questions' };

export function QuestionsPage() {
  const { year } = useParams({ from: '/dashboard/tax/$year/questions' });
  const search = useSearch({ from: '/dashboard/tax/$year/questions' });
  const page = useRef<HTMLDivElement>(null);
  const questions = useQuestions({ year, ...search }, page);
  const { list, rows } = questions;
  return (
    <div ref={page}>
      <PageHead
        back={
          <LinkBack to="/dashboard/tax/$year" params={{ year }} search={search}>
            {`Tax year ${yearLabel(year)}`}
          </LinkBack>
        }
        title="Questions"
        line={
          list.data ? `${counted(rows.length, 'transaction')}${list.hasNextPage ? ' or more' : ''} to answer` : '\u00a0'
        }
        actions={
          <>
            {rows.length > 1 && (
              <span className="text-s text-ink-2 max-md:hidden">
                <Key>J</Key>
                <Key>K</Key> move
              </span>
            )}
            <UndoAnswer questions={questions} />
          </>
        }
      />
      {list.data && rows.length === 0 ? (
        <EmptyState
          title="No questions left"
          words="You have answered every question about this tax year."
          action={
            <LinkButton to="/dashboard/tax/$year" params={{ year }} search={search}>
              {`Open tax year ${yearLabel(year)}`}
            </LinkButton>
          }
        />
      ) : (
        <CardOfPages list={list} words={WORDS} level={2}>
          {() => <QuestionList questions={questions} />}
        </CardOfPages>
      )}
    </div>
  );
}
