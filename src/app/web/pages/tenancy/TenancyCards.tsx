import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { unrecordedDeduction } from '../../../../features/rent/payments/payments.ts';
import { increaseOf } from '../../../../features/tenancy/increase/increase.ts';
import { SERVICE_METHOD_LABELS } from '../../../../features/tenancy/papers.ts';
import { depositClock } from '../../../../features/tenancy/rules/deposit-clock.ts';
import { notAssured } from '../../../../features/tenancy/rules/nation.ts';
import {
  DEPOSIT_ITEMS,
  missingItems,
  PRESCRIBED_INFORMATION_SOURCE,
} from '../../../../features/tenancy/rules/prescribed-information.ts';
import { DEPOSIT_SOURCE } from '../../../../features/tenancy/rules/sources.ts';
import { feeLine, rentDayText, TENANCY, type TenancyRecord } from '../../../../features/tenancy/tenancy.ts';
import { daysBetween, formatDay } from '../../../../shared/dates.ts';
import { formatPence } from '../../../../shared/money.ts';
import type { Right } from '../../../../shared/rights.ts';
import { counted } from '../../../../shared/text.ts';
import { May, useToday } from '../../../../web/http/session.client.ts';
import { Button } from '../../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../../web/ui/display/Card.tsx';
import { Disclosure } from '../../../../web/ui/display/Disclosure.tsx';
import { FactLines, Phone } from '../../../../web/ui/display/Facts.tsx';

const Plain = createLink((props: ComponentProps<'a'>) => <a {...props} />);

type SideProps = {
  id: string;
  title: string;
  action: string;
  need: Right;
  onAct: () => void;
  children: ReactNode;
};

function Side({ id, title, action, need, onAct, children }: SideProps) {
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={title}>
        <May need={need}>
          <Button variant="quiet" size="small" onClick={onAct}>
            {action}
            <span className="sr-only">, {title}</span>
          </Button>
        </May>
      </CardHead>
      <div className="px-5 pb-2 max-md:px-4">{children}</div>
    </Card>
  );
}

function agreementText({ written, signedAt }: TenancyRecord): string {
  const { shape } = TENANCY;
  return signedAt
    ? `${shape.written.show(written)}, signed ${shape.signedAt.show(signedAt)}`
    : shape.written.show(written);
}

export function TenancyCard({ tenancy, onEdit }: { tenancy: TenancyRecord; onEdit: () => void }) {
  const { propertyId, propertyName, kind, start, end, ended, tenants, noticeBy, noticeGiven, noticeEnds } = tenancy;
  const guarantors = tenants.filter(({ guarantorName }) => guarantorName);
  const facts = [
    {
      name: 'Property',
      value: propertyId ? (
        <Plain to="/dashboard/properties/$id" params={{ id: propertyId }}>
          <bdi>{propertyName}</bdi>
        </Plain>
      ) : (
        <bdi>{propertyName ?? 'None'}</bdi>
      ),
    },
    { name: 'Kind', value: TENANCY.shape.kind.show(kind) },
    { name: 'Start date', value: formatDay(start) },
    ...(end ? [{ name: 'End date', value: formatDay(end) }] : []),
    ...(ended ? [{ name: 'Moved out', value: formatDay(ended) }] : []),
    { name: 'Rent day', value: rentDayText(tenancy) },
    { name: 'Agreement', value: agreementText(tenancy) },
    ...(noticeBy === 'none'
      ? []
      : [
          {
            name: `Notice by ${TENANCY.shape.noticeBy.show(noticeBy).toLowerCase()}`,
            value: [noticeGiven && `given ${formatDay(noticeGiven)}`, noticeEnds && `ends ${formatDay(noticeEnds)}`]
              .filter(Boolean)
              .join(', '),
          },
        ]),
    ...(tenants.length === 0
      ? []
      : [
          {
            name: tenants.length === 1 ? 'Tenant' : 'Tenants',
            value: tenants.map((tenant) => (
              <p key={tenant.id}>
                <Plain to="/dashboard/tenants/$id" params={{ id: tenant.id }}>
                  <bdi>{tenant.name}</bdi>
                </Plain>
                <br />
                {tenant.movedOut ? `moved out ${formatDay(tenant.movedOut)}` : <Phone number={tenant.phone} />}
              </p>
            )),
          },
        ]),
    ...(guarantors.length === 0
      ? []
      : [
          {
            name: guarantors.length === 1 ? 'Guarantor' : 'Guarantors',
            value: guarantors.map(({ id, guarantorName, guarantorPhone }) => (
              <p key={id}>
                <bdi>{guarantorName}</bdi>
                <br />
                {guarantorPhone && <Phone number={guarantorPhone} />}
              </p>
            )),
          },
        ]),
  ];
  return (
    <Side id="terms" title="Tenancy" action="Edit" need="people.change" onAct={onEdit}>
      <FactLines facts={facts} />
    </Side>
  );
}

export function ServiceCard({ tenancy, onEdit }: { tenancy: TenancyRecord; onEdit: () => void }) {
  const { serviceMethods } = tenancy;
  return (
    <Side id="service" title="Serving papers" action="Edit" need="people.change" onAct={onEdit}>
      {serviceMethods.length === 0 ? (
        <p className="py-3 text-s text-ink-2">
          Enter the methods that the agreement names, and we will work out when a paper counts as received.
        </p>
      ) : (
        <FactLines
          facts={serviceMethods.map((service) => ({
            name: SERVICE_METHOD_LABELS[service.method],
            value: TENANCY.shape.serviceMethods
              .show([{ ...service, address: '' }])
              .replace(`${SERVICE_METHOD_LABELS[service.method]}, `, ''),
          }))}
        />
      )}
    </Side>
  );
}

type CollectionProps = { tenancy: TenancyRecord; onEdit: () => void; onStatement: () => void };

export function CollectionCard({ tenancy: { agent, autoMatch }, onEdit, onStatement }: CollectionProps) {
  const facts = [
    { name: 'Rent paid by', value: agent ? <bdi>{agent.name}</bdi> : 'Tenants' },
    ...(agent ? [{ name: 'Fee', value: feeLine(agent) }] : []),
    { name: 'Exact matches', value: autoMatch ? 'Added to the ledger automatically' : 'Ask me first' },
  ];
  return (
    <Side id="collection" title="Collection" action="Change" need="rent.change" onAct={onEdit}>
      <FactLines facts={facts} />
      {agent && (
        <p className="border-t border-line py-2">
          <Button variant="quiet" size="small" onClick={onStatement}>
            Enter a statement
          </Button>
        </p>
      )}
    </Side>
  );
}

type RentProps = { tenancy: TenancyRecord; onChange: () => void; onIncrease: () => void };

export function RentCard({ tenancy, onChange, onIncrease }: RentProps) {
  const today = useToday();
  const { rents, ended } = tenancy;
  const current = rents.find(({ from }) => from <= today) ?? rents.at(-1);
  const increase = increaseOf(tenancy, today);
  const exemptionText = notAssured(tenancy, 'Section 13');
  return (
    <Side id="rents" title="Rent" action="Change the rent" need="people.change" onAct={onChange}>
      <ul className="-mx-5 max-md:-mx-4">
        {rents.map(({ id, from, amount, servedOn }) => (
          <li
            key={id}
            className={`flex justify-between gap-4 px-5 py-[10px] max-md:px-4 not-first:border-t not-first:border-line ${from > today ? 'bg-primary-soft' : ''}`}
          >
            <div>
              <p>From {formatDay(from)}</p>
              {servedOn && <p className="text-s text-ink-2">Notice served {formatDay(servedOn)}</p>}
              {from > today && <p className="text-s text-ink-2">Not started yet</p>}
              {id === current?.id && <p className="text-s text-ink-2">Today’s rent</p>}
            </div>
            <span className={id === current?.id ? 'figures font-bold' : 'figures'}>{formatPence(amount)}</span>
          </li>
        ))}
      </ul>
      {ended === null && exemptionText && (
        <p className="border-t border-line py-3 text-s text-ink-2">{exemptionText}</p>
      )}
      {ended === null && !exemptionText && (
        <Disclosure title={`Earliest date for an increase: ${formatDay(increase.day)}`}>
          <p className="text-s text-ink-2">In England, under section 13 with Form 4A, if notice is served today:</p>
          <ul className="my-2 list-disc pl-5 text-s text-ink-2">
            {increase.rules.map(({ rule, day, text }) => (
              <li key={rule}>
                {text}: {formatDay(day)}
              </li>
            ))}
          </ul>
          <p className="mb-2 text-s text-ink-2">
            This is general information, not legal advice.{' '}
            <a href={increase.rules[0]?.source.link} target="_blank" rel="noopener">
              Source<span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
          <May need="people.change">
            <Button size="small" onClick={onIncrease}>
              Prepare an increase
            </Button>
          </May>
        </Disclosure>
      )}
    </Side>
  );
}

type DepositProps = { tenancy: TenancyRecord; onEdit: () => void; onKept: () => void };

export function DepositCard({ tenancy, onEdit, onKept }: DepositProps) {
  const { depositAmount, depositReceived, depositScheme, depositReference, depositReturned, depositDeductions } =
    tenancy;
  const { depositPayerName, depositParts } = tenancy;
  const unrecorded = unrecordedDeduction(tenancy);
  const exemptionText = notAssured(tenancy, 'The 30-day rule');
  const doneOn = (day: string | null) => (day ? formatDay(day) : 'Not recorded');
  const facts = [
    { name: 'Amount', value: formatPence(depositAmount) },
    ...(depositPayerName ? [{ name: 'Paid by', value: <bdi>{depositPayerName}</bdi> }] : []),
    { name: 'Received', value: doneOn(depositReceived) },
    { name: 'Scheme', value: [depositScheme, depositReference].filter(Boolean).join(', reference ') || 'Not recorded' },
    ...(exemptionText
      ? [
          { name: 'Protected', value: doneOn(tenancy.depositProtected) },
          { name: 'Information served', value: doneOn(tenancy.depositInformation) },
        ]
      : []),
    { name: 'Returned', value: depositReturned ? formatDay(depositReturned) : 'Not yet' },
    ...(depositDeductions > 0 ? [{ name: 'Deductions', value: formatPence(depositDeductions) }] : []),
  ];
  return (
    <Side id="deposit" title="Deposit" action="Edit" need="people.change" onAct={onEdit}>
      <FactLines facts={facts} />
      {depositReturned && unrecorded > 0 && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-2">
          <span>You kept {formatPence(unrecorded)}. It is not in Finance yet.</span>
          <Button variant="quiet" size="small" onClick={onKept}>
            Record it<span className="sr-only"> as income</span>
          </Button>
        </p>
      )}
      {depositReceived && depositAmount > 0 && exemptionText && (
        <p className="border-t border-line py-3 text-s text-ink-2">{exemptionText}</p>
      )}
      {depositReceived && depositAmount > 0 && !exemptionText && (
        <>
          <Clock name="Protected" received={depositReceived} done={tenancy.depositProtected} />
          <Clock name="Information served" received={depositReceived} done={tenancy.depositInformation} />
          {depositParts.map(({ amount, received, protected: isProtected, information }) => (
            <div key={received}>
              <Clock name={`${formatPence(amount)} protected`} received={received} done={isProtected} />
              <Clock name={`${formatPence(amount)}: information served`} received={received} done={information} />
            </div>
          ))}
          <MissingInformation tenancy={tenancy} />
          <p className="pb-2 text-s text-ink-2">
            In England you must do both within 30 days of receipt.{' '}
            <a href={DEPOSIT_SOURCE.link} target="_blank" rel="noopener">
              Source<span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
        </>
      )}
    </Side>
  );
}

function Clock({ name, received, done }: { name: string; received: string; done: string | null }) {
  const today = useToday();
  const { lastDay, day, late } = depositClock({ received, done, today });
  return (
    <div className="border-t border-line py-3">
      <p className="flex justify-between gap-4">
        <span>{name}</span>
        <span className={late ? 'text-red' : undefined}>{done ? formatDay(done) : 'Not recorded'}</span>
      </p>
      <div aria-hidden="true" className="my-1 h-2 overflow-hidden rounded-mark bg-sunken">
        <div className="h-full bg-primary" style={{ width: `${Math.min(100, (day * 100) / 30)}%` }} />
      </div>
      <p className="flex justify-between gap-4 text-s text-ink-2">
        <span>
          {late
            ? `${counted(daysBetween(lastDay, done ?? today), 'day')} late`
            : `Day ${day.toLocaleString('en-GB')} of 30`}
        </span>
        <span>last day {formatDay(lastDay)}</span>
      </p>
    </div>
  );
}

function MissingInformation({ tenancy }: { tenancy: TenancyRecord }) {
  const { depositItems: ready, depositAmount: amount, propertyName, depositPayerName: payer } = tenancy;
  const missing = missingItems({ ready, amount, hasAddress: propertyName !== null, payer });
  const title =
    missing.length === 0 ? 'Prescribed information: complete' : `Prescribed information: ${missing.length} missing`;
  return (
    <Disclosure title={title}>
      {missing.length > 0 && (
        <ul className="my-2 list-disc pl-5 text-s text-ink-2">
          {missing.map((item) => (
            <li key={item}>{DEPOSIT_ITEMS[item]}</li>
          ))}
        </ul>
      )}
      <p className="mb-2 text-s text-ink-2">
        {payer ? `Give it to every tenant and to ${payer}. ` : 'Give it to every tenant. '}
        <a href={PRESCRIBED_INFORMATION_SOURCE.link} target="_blank" rel="noopener">
          Source<span className="sr-only"> (opens in a new tab)</span>
        </a>
      </p>
    </Disclosure>
  );
}
