/** Recognises the field of a heading, in the words of landlords and agents, and the kind of records in a sheet. */
import { type FIELDS, fieldsOf, KINDS, type Kind } from '../kinds.ts';

/** Returns 'monthly rent' for 'Monthly rent (£)', and 'lease start' for 'leaseStart'. */
export function plainHeading(heading: string): string {
  return heading
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/\bgbp\b|[£*:?"]|\((?:£|gbp|pcm|dd\/?mm\/?yyyy)\)/g, ' ')
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
}

const LONG: Record<string, string> = { addr: 'address', dep: 'deposit', prop: 'property', amt: 'amount' };

/** Spellings of a heading: as it is, without brackets as in 'Tenants (full names)', and with 'Addr 1' written out. */
function spellings(heading: string): string[] {
  const short = [heading, heading.replace(/\([^)]*\)/g, ' ')].map(plainHeading);
  const long = short.map((words) => words.replace(/\p{L}+/gu, (word) => LONG[word] ?? word));
  return [...short, ...long];
}

const list = (words: string) => words.split(',').map((one) => one.trim());

const RENT =
  'rent,monthly rent,rent pcm,rent pm,rent per month,rent a month,rent amount,rent per calendar month,pcm,current rent,rental amount,rent due,monthly rental,rental,passing rent,agreed rent';
const PROPERTY_POSTCODE =
  'property postcode,property post code,postcode of the property,postcode,post code,p code,pcode,postal code,zip';
const PROPERTY =
  'property,property address,address,property name,house,flat,unit,property ref,property reference,property id,address of property,rental property,premises,let property,property unit,address line 1,address line1,address 1,line 1,first line of address,street,street address';

/** Headings of a field, in addition to its label and name. */
const WORDS: { [K in Kind]: Partial<Record<keyof (typeof FIELDS)[K], string>> } = {
  properties: {
    reference:
      'reference,ref,property ref,property reference,property id,id,code,property code,no,ref no,property no,unit ref',
    address:
      'address,property,property address,address line 1,address 1,line 1,street,street address,first line,first line of address,house,property name,premises,address line1,building,unit address',
    city: 'town,city,town city,city town,post town,address line 3,town or city,locality,area,location,city or town',
    postalCode: 'postcode,post code,p code,pcode,postal code,zip,zip code,property postcode,post cd',
    propertyType:
      'type,property type,type of property,description of property,house type,dwelling type,property kind,style,unit type',
    bedrooms:
      'bedrooms,beds,no beds,no bedrooms,no of beds,no of bedrooms,number of bedrooms,bed,bedroom,bedrooms no,br,number of beds',
    bathrooms: 'bathrooms,baths,no of bathrooms,number of bathrooms,bath,bathroom',
    rent: `${RENT},asking rent,market rent,target rent,advertised rent`,
    status: 'status,occupied,let,property status,occupancy,tenanted,is let,let status,occupancy status,state',
    description: 'description,notes,comments,details,remarks,note',
    keyType: 'key type,keys,type of key',
    keyCode: 'key code,key number,key no,key tag,keys ref',
    gasExpires:
      'gas expiry,gas expires,gas cert expiry,gas certificate expiry,gas safety expiry,gas due,cp12 expiry,gas cert due,gas safety due,gas renewal,gas safety certificate expiry,gas expiry date,next gas check,gas cert expires,gsc expiry,lgsr expiry',
    gasIssued:
      'gas issued,gas cert issued,gas certificate date,gas check date,last gas check,gas inspection date,cp12 issued,gas safety issued',
    electricalExpires:
      'eicr expiry,eicr expires,eicr due,electrical expiry,electrical cert expiry,electrical certificate expiry,eicr expiry date,electrics expiry,electrical safety expiry,next eicr',
    electricalIssued: 'eicr issued,eicr inspection date,last eicr,electrical inspection date',
    energyExpires: 'epc expiry,epc expires,epc expiry date,epc due,epc valid until,epc renewal',
    energyIssued: 'epc issued,epc assessment date',
    licenceExpires:
      'licence expiry,license expiry,licence expires,hmo licence expiry,selective licence expiry,licence expiry date',
    insuranceExpires:
      'insurance expiry,insurance renewal,insurance expires,insurance due,buildings insurance expiry,landlord insurance expiry,insurance renewal date',
  },
  suppliers: {
    reference: 'reference,ref,supplier ref,supplier id,id,code,contractor id',
    name: 'name,company,company name,supplier,supplier name,business,business name,contractor,contractor name,trading name,firm,trader,trade name',
    serviceType:
      'service type,service,trade,type,category,type of work,trade type,job type,speciality,specialism,services,profession',
    contactPerson: 'contact person,contact,contact name,name of contact,main contact,person,primary contact',
    email: 'email,e mail,email address,mail,contact email',
    phone:
      'phone,telephone,tel,tel no,mobile,phone number,telephone number,mobile number,contact number,mob,phone no,number,mobile phone',
    website: 'website,web,url,web site,web address,site',
    address: 'address,postal address,business address,full address,company address,office address',
    notes: 'notes,comments,remarks,note,details',
  },
  tenants: {
    reference:
      'reference,ref,tenant ref,tenant reference,tenancy ref,tenancy reference,id,tenant id,tenancy id,payment reference',
    name: 'name,tenant,tenant name,tenants,names of tenants,full name,tenant full name,lead tenant,occupier,tenant names,tenants name,tenant s,renter,main tenant,name of tenant',
    firstName: 'first name,forename,given name,firstname,christian name,tenant first name',
    lastName: 'surname,last name,family name,lastname,tenant surname,tenant last name',
    email: 'email,e mail,email address,tenant email,mail,contact email,email addr',
    phone:
      'phone,telephone,tel,tel no,mobile,phone number,telephone number,mobile number,contact number,mob,phone no,mobile no,tenant phone,tenant mobile,mobile phone,contact no',
    property: PROPERTY,
    propertyPostcode: PROPERTY_POSTCODE,
    leaseStart:
      'start,start date,lease start,tenancy start,tenancy start date,lease start date,move in,move in date,moved in,commencement,commencement date,from,tenancy from,ast start,contract start,tenancy commenced,term start,began,tenancy commencement,start of tenancy',
    leaseEnd:
      'end,end date,lease end,tenancy end,tenancy end date,lease end date,lease expiry,expiry,tenancy expiry,fixed term end,fixed term ends,fixed term to,term ends,to,until,ast end,contract end,term end,expiry date,tenancy until,end of fixed term',
    rentAmount: RENT,
    depositAmount: 'deposit,deposit amount,security deposit,tenancy deposit,bond,deposit held,deposit paid',
    owed: 'owed,arrears,balance,rent owed,rent arrears,outstanding,opening balance,owed until then,balance due,amount owed,current balance,rent balance,balance outstanding',
    movedOut:
      'moved out,move out,move out date,vacated,left,vacated date,date left,moved out on,check out,actual end date',
    guarantorName: 'guarantor,guarantor name,guarantors name',
    guarantorAddress: 'guarantor address,guarantors address',
    guarantorPhone: 'guarantor phone,guarantor mobile,guarantor tel,guarantors phone,guarantor telephone',
  },
  transactions: {
    reference:
      'reference,ref,transaction id,id,invoice,invoice no,invoice number,payment reference,receipt no,cheque no',
    date: 'date of the month,date,transaction date,payment date,paid on,date paid,posting date,invoice date,when,paid date,received date,due date',
    amount:
      'amount,total,value,sum,gross,net amount,price,cost,transaction amount,amount paid,gross amount,total amount',
    moneyIn: 'money in,in,paid in,income,credit,received,receipts,credit amount,rent received,amount in',
    moneyOut: 'money out,out,paid out,expense,expenses,debit,payments,debit amount,spent,amount out,expenditure',
    type: 'type,transaction type,income or expense,income expense,direction,in out,cr dr,dr cr,credit debit,kind',
    category:
      'category,cat,account,nominal,account name,expense type,expense category,analysis,tax category,heading,ledger,income category,class,sub category',
    description:
      'description,details,narrative,memo,notes,payee,particulars,text,name,item,what,transaction description,comment,note',
    status: 'status,paid,cleared,payment status,is paid,state',
    property: PROPERTY,
    propertyPostcode: PROPERTY_POSTCODE,
    supplier: 'supplier,contractor,vendor,paid to,company,trader,supplier name,contractor name',
    tenant: 'tenant,tenant name,renter,received from,paid by,from tenant,tenant ref',
  },
  certificates: {
    property: PROPERTY,
    propertyPostcode: PROPERTY_POSTCODE,
    name: 'certificate,name,type,document,certificate type,certificate name,item,compliance,compliance item,cert,cert type,document type,compliance type',
    issueDate:
      'issued,issue date,date issued,inspection date,start date,issued on,date of issue,completed,date completed,check date,last done',
    expirationDate:
      'expiry,expires,expiry date,valid until,due,due date,renewal date,next due,valid to,expires on,end date,renewal,date due',
    cost: 'cost,price,amount,fee,charge',
    providerName: 'provider,engineer,contractor,company,inspector,issued by,supplier,provider name,done by,assessor',
    notes: 'notes,comments,remarks,note,details',
    file: 'file,file name,filename,name of file,attachment,scan,pdf,document file',
  },
};

/** Headings that may be either of two fields. The person chooses the field. */
const EITHER: { [K in Kind]?: [words: string, fields: readonly [string, string]][] } = {
  properties: [
    [
      'gas,gas cert,gas certificate,gas safety,gas safety certificate,cp12,gas date,gas safe,gas safety record,gsc,lgsr',
      ['gasExpires', 'gasIssued'],
    ],
    [
      'eicr,electrical,electrical cert,electrical certificate,electrics,electrical safety,eicr date,electrical report',
      ['electricalExpires', 'electricalIssued'],
    ],
    ['epc,epc date,energy certificate,epc certificate,energy performance', ['energyExpires', 'energyIssued']],
  ],
  certificates: [['date,certificate date,cert date', ['expirationDate', 'issueDate']]],
};

type HeadingField = { field: string; either?: readonly [string, string] };

const FIELD_BY_HEADING = Object.fromEntries(KINDS.map((kind) => [kind, wordsOf(kind)])) as Record<
  Kind,
  Map<string, HeadingField>
>;

function wordsOf(kind: Kind): Map<string, HeadingField> {
  const words = new Map<string, HeadingField>();
  const add = (heading: string, one: HeadingField) => {
    if (!words.has(heading)) words.set(heading, one);
  };
  for (const [field, { label }] of Object.entries(fieldsOf(kind))) {
    add(plainHeading(label), { field });
    add(plainHeading(field), { field });
  }
  for (const [field, own] of Object.entries(WORDS[kind])) for (const heading of list(own)) add(heading, { field });
  for (const [own, either] of EITHER[kind] ?? [])
    for (const heading of list(own)) add(heading, { field: either[0], either });
  return words;
}

const foundFor = (kind: Kind, heading: string): HeadingField | undefined =>
  spellings(heading)
    .map((words) => FIELD_BY_HEADING[kind].get(words))
    .find((one) => one !== undefined);

/** The two fields that a heading may be; undefined if the heading is clear. */
export function eitherField(kind: Kind, heading: string): readonly [string, string] | undefined {
  return foundFor(kind, heading)?.either;
}

/**
 * Returns a field for each heading, and each field at most once; null for an unknown heading. An ambiguous heading gets
 * whichever of its two fields is free.
 */
export function proposeFields(kind: Kind, headings: readonly string[]): (string | null)[] {
  const all = headings.map((heading) => foundFor(kind, heading));
  const clear = new Set(all.flatMap((one) => (one && !one.either ? one.field : [])));
  const taken = new Set<string>();
  return all.map((one) => {
    const field = one?.either ? one.either.find((own) => !clear.has(own) && !taken.has(own)) : one?.field;
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** Fields that few other kinds have. */
const SIGNS: Record<Kind, readonly string[]> = {
  properties: ['propertyType', 'bedrooms', 'bathrooms', 'postalCode', 'city', 'gasExpires', 'energyExpires', 'keyCode'],
  suppliers: ['serviceType', 'contactPerson', 'website'],
  tenants: ['leaseStart', 'depositAmount', 'lastName', 'rentAmount', 'leaseEnd', 'email'],
  transactions: ['date', 'amount', 'moneyIn', 'moneyOut', 'category'],
  certificates: ['expirationDate', 'issueDate', 'providerName'],
};

const NAMED: [Kind, RegExp][] = [
  ['properties', /propert|house|flat|unit|portfolio|address|\blets\b/i],
  ['tenants', /tenan|people|resident|occup|lease|renter/i],
  ['suppliers', /supplier|contractor|trade|vendor/i],
  ['transactions', /transaction|expense|income|payment|ledger|cash|bank|charge/i],
  ['certificates', /certif|complian|gas|epc|eicr/i],
];

const NEEDED: Record<Kind, readonly string[]> = {
  properties: ['address'],
  suppliers: ['name'],
  tenants: ['name', 'lastName'],
  transactions: ['date'],
  certificates: ['name', 'expirationDate'],
};

function scoreOf(kind: Kind, { name, headings }: { name: string; headings: readonly string[] }): number {
  const fields = proposeFields(kind, headings).filter((field) => field !== null);
  if (fields.length < 2 || !NEEDED[kind].some((field) => fields.includes(field))) return 0;
  const signs = SIGNS[kind].filter((field) => fields.includes(field)).length;
  const named = NAMED.some(([of, words]) => of === kind && words.test(name)) ? 3 : 0;
  return fields.length + signs + named;
}

/** The kind that fits most headings; null if none fits. */
export function proposeKind(sheet: { name: string; headings: readonly string[] }): Kind | null {
  const scored = KINDS.map((kind) => ({ kind, score: scoreOf(kind, sheet) }));
  const best = scored.reduce((most, one) => (one.score > most.score ? one : most));
  return best.score >= 4 ? best.kind : null;
}

const TENANT_HEADING = /tenant|occupier|renter|first name|surname|forename|last name/;

/** Whether each row has a property and its tenant, as in a list of lets. */
export function hasTenantsToo({ headings }: { headings: readonly string[] }): boolean {
  const [homes, people] = [proposeFields('properties', headings), proposeFields('tenants', headings)];
  const named = headings.some((heading) => TENANT_HEADING.test(plainHeading(heading)));
  const has = (fields: readonly (string | null)[], ...wanted: string[]) => wanted.every((one) => fields.includes(one));
  return (
    named &&
    has(homes, 'address', 'postalCode') &&
    has(people, 'leaseStart') &&
    (has(people, 'email') || has(people, 'phone'))
  );
}
