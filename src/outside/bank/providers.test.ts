/**
 * Two providers that we have no adapter for: their own example answers fit the port's types, so that a second one is a file. The examples lie
 * outside this repository (test/contracts.ts); without them these are skipped.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contractsFolder } from '../../../test/contracts.ts';
import type { AccountDetails, Balance, BankEntry, BankFailure } from './bank.ts';
import { penceOf } from './gocardless.ts';

const folder = contractsFolder;
const read = (name: string) => readFileSync(join(folder ?? '', name), 'utf8');
type Unlimited<T> = Omit<T, 'limit'>;

describe.skipIf(!folder)('TrueLayer’s examples (skipped without CONTRACTS_DIR)', () => {
  const Results = <T extends z.ZodType>(one: T) =>
    z.object({ results: z.array(one) }).transform(({ results }) => results);
  const Examples = z.object({
    GetAccounts200: Results(
      z.object({
        account_id: z.string(),
        display_name: z.string(),
        currency: z.string(),
        account_number: z.object({ iban: z.string(), number: z.string(), sort_code: z.string() }),
      }),
    ),
    GetAccountBalance200: Results(z.object({ currency: z.string(), current: z.number() })),
    GetAccountTransactions200: Results(
      z.object({
        transaction_id: z.string(),
        normalised_provider_transaction_id: z.string(),
        timestamp: z.string(),
        description: z.string(),
        amount: z.number(),
        currency: z.string(),
        transaction_classification: z.array(z.string()),
      }),
    ),
    errors: z.record(z.string(), z.object({ error: z.string() })),
  });
  const FAILED: Record<string, BankFailure> = {
    validation_error: 'refused_us',
    invalid_date_range: 'refused_us',
    account_not_found: 'not_found',
    provider_request_limit_exceeded: 'limit_reached',
    endpoint_not_supported: 'account_refused',
    internal_server_error: 'unavailable',
    provider_error: 'unavailable',
    temporarily_unavailable: 'unavailable',
    connector_overload: 'unavailable',
    connector_timeout: 'timed_out',
    provider_timeout: 'timed_out',
  };

  it('are accounts, balances, entries and failures of ours', () => {
    const examples = Examples.parse(JSON.parse(read('truelayer-data-v1.official-examples.json')));
    const accounts = examples.GetAccounts200.map(
      ({ display_name, currency, account_number: { iban, number, sort_code } }): AccountDetails => ({
        name: display_name,
        holder: '',
        accountNumber: number,
        sortCode: sort_code.replaceAll('-', ''),
        iban,
        currency,
      }),
    );
    // Amounts are JSON numbers: their shortest text is what was sent.
    const balances = examples.GetAccountBalance200.map(
      ({ current, currency }): Unlimited<Balance> => ({ amount: penceOf(String(current)), currency }),
    );
    const entries = examples.GetAccountTransactions200.map(
      (one): BankEntry => ({
        externalId: one.normalised_provider_transaction_id,
        date: one.timestamp.slice(0, 10),
        amount: penceOf(String(one.amount)),
        currency: one.currency,
        text: one.description,
        reference: '',
        category: one.transaction_classification[0] ?? null,
      }),
    );
    expect(accounts.length).toBeGreaterThan(0);
    expect(accounts.every((one) => /^\d{6} \d{8}$/.test(`${one.sortCode} ${one.accountNumber}`))).toBe(true);
    expect(balances.map(({ amount }) => Number.isSafeInteger(amount))).toEqual([true]);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.every(({ amount, category }) => Number.isSafeInteger(amount) && category)).toBe(true);
    expect(Object.values(examples.errors).map(({ error }) => FAILED[error])).not.toContain(undefined);
  });
});

describe.skipIf(!folder)('Enable Banking’s examples (skipped without CONTRACTS_DIR)', () => {
  const Amount = z.object({ amount: z.string(), currency: z.string() });
  const Account = z.object({
    account_id: z.object({ iban: z.string().optional() }),
    name: z.string().default(''),
    details: z.string().optional(),
    product: z.string().optional(),
    currency: z.string().default('EUR'),
  });
  const Party = z.object({ name: z.string() }).optional();
  const Transaction = z.object({
    entry_reference: z.string().nullish(),
    transaction_amount: Amount,
    credit_debit_indicator: z.enum(['CRDT', 'DBIT']),
    status: z.string(),
    booking_date: z.iso.date().optional(),
    value_date: z.iso.date().optional(),
    creditor: Party,
    debtor: Party,
    remittance_information: z.array(z.string()).default([]),
  });

  it('are accounts, balances and entries of ours', () => {
    const { components } = parseYaml(read('enable-banking.openapi.yml')) as { components: { schemas: Schemas } };
    const example = (name: string) => exampleOf(components.schemas, name);

    const { account_id, name, details, product, currency } = Account.parse(example('AccountResource'));
    const account: AccountDetails = {
      name: details ?? product ?? 'Bank account',
      holder: name,
      accountNumber: null,
      sortCode: null,
      iban: account_id.iban ?? null,
      currency,
    };
    const { balance_amount } = z.object({ balance_amount: Amount }).parse(example('BalanceResource'));
    const balance: Unlimited<Balance> = { amount: penceOf(balance_amount.amount), currency: balance_amount.currency };
    const one = Transaction.parse(example('Transaction'));
    const sign = one.credit_debit_indicator === 'DBIT' ? -1 : 1;
    const entry: BankEntry = {
      externalId: one.entry_reference ?? null,
      date: one.booking_date ?? one.value_date ?? '',
      amount: sign * penceOf(one.transaction_amount.amount),
      currency: one.transaction_amount.currency,
      text: [(sign < 0 ? one.creditor : one.debtor)?.name, ...one.remittance_information].filter(Boolean).join(' '),
      reference: one.remittance_information.join(' '),
      category: null,
    };
    expect(account.iban).toMatch(/^[A-Z]{2}\d{2}/);
    expect(Number.isSafeInteger(balance.amount)).toBe(true);
    expect(Math.abs(entry.amount)).toBeGreaterThan(0);
    expect([entry.externalId, entry.date, entry.text]).not.toContain('');
  });
});

type Schema = {
  $ref?: string;
  examples?: unknown[];
  example?: unknown;
  enum?: unknown[];
  type?: string;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
};
type Schemas = Record<string, Schema>;

/** The example of a shape, put together from those of its fields, as the description gives them field by field. */
function exampleOf(schemas: Schemas, name: string, within: string[] = []): unknown {
  const of = (schema: Schema): unknown => {
    const given = schema.examples?.[0] ?? schema.example ?? schema.enum?.[0];
    if (given !== undefined) return given;
    const target = schema.$ref?.split('/').at(-1);
    if (target) return within.includes(target) ? undefined : exampleOf(schemas, target, [...within, name]);
    if (schema.items) return [of(schema.items)].filter((one) => one !== undefined);
    if (!schema.properties) return undefined;
    return Object.fromEntries(Object.entries(schema.properties).map(([field, one]) => [field, of(one)]));
  };
  const schema = schemas[name];
  return schema && of(schema);
}
