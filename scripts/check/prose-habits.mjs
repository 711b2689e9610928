/** For `prose.mjs`: phrases that show a habit of foreign syntax, each with its cure, and the exceptions. */

/** @typedef {{ habit: string, pattern: RegExp, cure: string }} Habit */

/** The habits by name, each with rows of [phrase, cure]. A phrase is a regular expression between word boundaries. */
const PHRASES = {
  'of first': [
    ['(?<=^|[.:;] )Of (?!course)[a-z]+', 'begin with the noun or the verb'],
    ['of (?:which|whom|what|whose)', 'make two sentences, or use “with”'],
    ["of (?:its|their|our|your|his|her|one’s|one's) own", '“its own …” before the noun'],
    ['of ours', '“our …”'],
  ],
  'things speak': [
    ['told|tells?|telling', '“shown”, “reported”, “notified”; “distinguish” for “tell apart”'],
    ['says|saying', '“shows”, “states”, “returns”'],
    ['said', '“given”, “stated”, “chosen”'],
    ['hears?|heard', '“receives”, “listens”'],
    ['speaks?|spoken|spoke', '“uses”, “supports”, “reports”'],
    ['(?<!who |that )knows(?! best)', '“has”, “stores”, “can check”'],
    ['(?:is|are|was|were|be|been|being) asked', '“is requested”, “is queried”; name who is asked'],
    ['asks? (?:for|after|whether)(?= )', '“requests”, “checks whether”'],
  ],
  'place verbs': [
    ['(?:stands?|stood|standing)(?! order)', '“is”, “appears”, “is stored”'],
    ['lies?(?= )|lying|lay(?= (?:in|on|at|under))', '“is”'],
    ['bears?|borne', '“has”, “carries”'],
    [
      '(?:goes|went|gone) (?:to|by|onto|on|in|into|over|away|back|out|off|with|up|down|through)',
      '“is added to”, “is removed”, “passes”',
    ],
    [
      '(?:comes?|came) (?:in|back|up|down|apart|along|to|with|by|out|on|off)',
      '“arrives”, “is returned”, “follows”, “starts with”',
    ],
    ['(?:brings|brought)(?= )', '“includes”, “receives”, “adds”'],
    ['see[sn]? to it', '“ensures”'],
    ['under way', '“in progress”, “in flight”'],
    ['put right|puts right|put together|puts together', '“fix”, “composed”'],
    ['taken? along|takes along|taken out of', '“includes”, “exported”'],
  ],
  'clause for a noun': [
    ['(?:Whoever|whoever|whosoever|Whatever|whatever)', 'name the person or the thing'],
    ['(?<=^|[.;:] )What [^?]*(?:[.;:]|$)', 'use a noun: “Other payments” for “What came in otherwise”'],
    ['(?<=^|[.;:] )Who (?!owns)[^?]*(?:[.;:]|$)', 'use a noun: “A payer who …”'],
    ['(?:of|from|for|with|by|to|in|on|than|and|or|but|as) what', 'use a noun'],
    [
      '(?<!shows? |sees? |checks? |decides? |explains? |choose )what (?:came|comes|went|goes|stays?|was|were|has|had|is|are|can|may|must|should|would|will)',
      'use a noun',
    ],
  ],
  'foreign adverb': [
    ['by (?:itself|themselves|himself)', '“automatically”'],
    ['anew|afresh', '“again”, or a verb with “re-”'],
    ['beside', '“next to”, “as well as”, “apart from”'],
    ['besides', '“also”'],
    ['meanwhile|in the meantime', '“in between”, “concurrently”'],
    ['as one(?= |\\.|$)(?! (?:could|can|may|would|is|does))', '“together”, “as a single …”'],
    ['at least so', 'leave it out'],
    ['all the same', '“still”'],
    ['(?:is|are) \\w+ since', '“has been … since”'],
    ['once more', '“again”'],
    ['in turn with', '“alternating with”'],
    ['since(?=[.,;)]|$)', '“since then”'],
    ['now and then', '“occasionally”'],
    ['therein|thereof|whereof|thereby|hereby|thereon', 'leave it out'],
    ['in one press|one press', '“one click”'],
    ['else(?= (?:it|the|they|a|an|we)\\b)', '“otherwise”'],
    ['a second time', '“again”, “twice”'],
  ],
  'negative noun': [
    ['(?:is|are|was|were|be|being) no(?= )(?! longer)', '“is not a …”'],
    ['nobody|no one', 'name who can, or use “not … any”'],
    [
      '(?<=^|[.;:,] )(?:Nothing|nothing|None|none)(?= )',
      'begin with the subject: “We change nothing”, “No email is sent”',
    ],
    ['(?:no|any) more(?! than)', '“no longer”'],
    ['nothing (?:of|is|was|has|to|else|twice|more)', '“not … any”'],
    ['none of', '“not … any of”'],
    ['and none|or none|, none', 'repeat the noun'],
    ['not to be', '“cannot be”, “must not be”'],
  ],
  'household word': [
    ['mends?|mended|mending', '“fix”, “repair”'],
    ['proven', '“tested”, “verified”'],
    ['forgets', '“discards”, “clears”'],
    ['(?:is|are) to be', '“must be”, “will be”'],
    ['way on|way out', '“next step”'],
    ['gives? (?:up|back|away)', '“stops”, “returns”'],
  ],
  American: [['[Ee]xpiration|[Bb]iannual(?:ly)?|canceled|HVAC', 'British: “expiry”, “twice a year”, “cancelled”']],
};

/** @type {Habit[]} */
export const HABITS = Object.entries(PHRASES).flatMap(([habit, phrases]) =>
  phrases.map(([phrase = '', cure = '']) => ({
    habit,
    pattern: new RegExp(`(?<![\\w’'-])(?:${phrase})(?![\\w-])`, 'g'),
    cure,
  })),
);

/** Allowed texts, each with its reason. @type {[RegExp, string][]} */
export const ALLOWED = [
  [/\bthere (?:is|are|was|were) no\b/gi, 'The usual English for absence.'],
  [/\bTell us\b/g, 'GOV.UK’s own words: the landlord tells us.'],
  [/\bbrought forward\b/gi, 'HMRC’s term for losses and finance costs of earlier years.'],
  [/\bworst comes to the worst\b/g, 'Idiom.'],
  [/\bstanding (?:order|data)s?\b|\bstandings?\b/gi, 'A bank’s standing order; the standing of a subscription.'],
  [/\bWhat is wrong\b/g, 'A column’s heading, fixed by the issue of imports.'],
  [/\bNone needed\b/g, 'The label of a button, fixed like those of the specification.'],
  [
    /\bCame back\b|\bWho sees this\b|\bgone to somebody else\b/g,
    'Labels and a sentence fixed by the issue of repairs.',
  ],
  [/\bNothing is due\b/g, 'The title of an empty list, fixed like those of the specification.'],
  [/\bExpiration Date\b|\bHVAC\b/g, 'Fixed texts of the specification.'],
];
