/** UK shops and payers that are rarely for lets. The landlord can change the suggestion. */
import { categoryOf, type EntryLine, isRefund } from '../entry.ts';

type Kind = { kind: string; words: RegExp };

/** Excludes tools, furniture, phones, fuel and cash, which landlords also buy for lets. */
const SPENT: Kind[] = [
  {
    kind: 'a supermarket',
    words:
      /\b(tesco|sainsburys?|sainsbury s|asda|aldi|lidl|morrisons?|waitrose|ocado|co ?op(erative)? (food|group)|iceland foods?|marks ?(and|&)? ?spencer|m ?& ?s (simply )?food|spar|budgens|farmfoods|booths|costcutter|londis|hellofresh|gousto)\b/,
  },
  {
    kind: 'a restaurant or café',
    words:
      /\b(mcdonalds?|kfc|burger king|nandos?|greggs|costa( coffee)?|starbucks|caffe nero|pret( a manger)?|deliveroo|just ?eat|uber ?eats|pizza (express|hut)|dominos?|wagamama|subway|wetherspoons?|toby carvery|restaurant|takeaway)\b/,
  },
  {
    kind: 'streaming or games',
    words:
      /\b(netflix|spotify|disney ?plus|disneyplus|prime video|amazon prime|now ?tv|apple com bill|audible|itunes|youtube ?premium|playstation|xbox|nintendo|steam ?games|twitch|paramount ?plus)\b/,
  },
  {
    kind: 'a gym or sports club',
    words: /\b(gym|puregym|the gym group|david lloyd|nuffield health|anytime fitness|virgin active|fitness|parkrun)\b/,
  },
  {
    kind: 'clothes or beauty',
    words: /\b(primark|asos|zara|next retail|h ?& ?m|new look|river island|boohoo|vinted|jd sports|boots|superdrug)\b/,
  },
  {
    kind: 'travel',
    words:
      /\b(trainline|tfl|uber( trip)?|ryanair|easyjet|jet2|british airways|booking com|airbnb hmqt|national ?express|megabus)\b/,
  },
  {
    kind: 'gambling',
    words:
      /\b(national lottery|camelot|bet ?365|paddy ?power|betfair|william hill|ladbrokes|sky ?bet|postcode lottery)\b/,
  },
  { kind: 'leisure', words: /\b(odeon|cineworld|vue cinema|ticketmaster|merlin|centre ?parcs|national trust)\b/ },
  { kind: 'family', words: /\b(nursery|childcare|school (meals|fund|trip)|parentpay|pocket money)\b/ },
];

const RECEIVED: Kind[] = [
  { kind: 'pay', words: /\b(salary|salaries|payroll|wages?|net pay|monthly pay)\b/ },
  {
    kind: 'a benefit or a pension',
    words:
      /\b(child ?ben(efit)?|hmrc chb|chb|state pension|dwp (sp|rp|pip|esa|aa|dla)|pensions?|tax credits?|carers? allowance|attendance allowance)\b/,
  },
];

/** Returns the kind, such as 'a supermarket'; null for a line that may belong to the lets. */
export function personalKind(line: EntryLine): string | null {
  const plain = ` ${line.text} ${line.reference} `
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9&]+/g, ' ');
  const find = (kinds: Kind[]) => kinds.find(({ words }) => words.test(plain))?.kind ?? null;
  if (line.amount > 0 && !isRefund(line)) return find(RECEIVED);
  return categoryOf(line) === 'other' ? find(SPENT) : null;
}
