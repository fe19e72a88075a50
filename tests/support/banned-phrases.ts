/**
 * Phrases that a native reader stumbles over, terms that are not the trade's, and headings that were riddles: each with what
 * to write in its place. tests/unit/banned-phrases.test.ts looks for them in what visitors, buyers and integrators read.
 */
export const bannedPhrases: readonly (readonly [RegExp, string])[] = [
  [/nobody can sell twice/i, 'can be sold only once'],
  [/for each who asks/i, 'for every buyer'],
  [/what this settles/i, 'this rules out'],
  [/why buyers stay/i, 'what you can check'],
  [/what is left of (?:it|the credits)/i, 'the credits left'],
  [/\bit stops at\b|where each step stops/i, 'what this step does not settle'],
  [/be shown those tonnes/i, 'claim those tonnes'],
  [/keeps the books whole/i, 'balances the books'],
  [/character for character/i, 'verbatim'],
  [/whom each still asks/i, 'whom you still have to trust'],
  [/doubts it a second time/i, 'tests it again'],
  [/for at least so long/i, 'for at least this long'],
  [/\bfor who (?:keeps|runs|has|reads)\b/i, 'for anyone keeping'],
  [/\bis not a value of\b/i, 'has no value'],
  [/\btrustless\b/i, 'what can be checked'],

  // The trade's words, and one name for a thing.
  [/\b(?:price|cost) a (?:credit|tonne)\b/i, 'price per credit'],
  [/\bpounds a credit\b/i, 'pounds per credit'],
  [/\bimpact a year\b/i, 'annual impact'],
  [/\b(?:tCO₂e|tCO2e|tonnes) a year\b/i, 'tCO₂e per year'],
  [/\bone (?:row|credit|certificate) a (?:retirement|tonne)\b/i, 'one row per retirement'],
  [/\b(?:kept|keep|keeps|shown|reported|disclosed|stated) (?:\S+ ){0,4}apart\b/i, 'separately'],
  [/\b(?:projects?|rows?|coordinates|pages) of (?:the|our) catalogue\b/i, 'in the catalogue'],
  [/\b(?:retirements?|entry|entries|units) of the (?:record|log)\b/i, 'on the record, in the log'],
  [/\b(?:five|six|the|all|other|same|their) papers\b/i, 'documents'],
  [/\b(?:independent|approved|accredited) auditors?\b/i, 'an independent verifier; the auditor is the buyer’s'],
  [/\bour (?:own )?chain\b/i, 'our registry'],
  [/\breckon(?:s|ed|ing)?\b/i, 'calculate'],
  [/\bjust now\b/i, 'at the moment'],
  [/\bexpected later\b/i, 'pending'],
  [/\breceived and on sale\b/i, 'received; neither reserved nor sold: a project decides what is on sale'],
  [/\b(?:our|Carma’s) (?:own )?registry (?:then )?(?:shows|holds)\b/i, 'our record'],
  [/\bat a weekend\b/i, 'at the weekend'],
  [/\bwrite to us and hear back\b|\bhear back (?:with)?in\b/i, 'we answer within'],
  [/(?<!there )\bis no (?:project|certificate|key|entry|address)\b/i, 'is not a project'],
  [/\bstands? (?:in|on) (?:the|this|its|one) (?:catalogue|record|list|page|log)\b/i, 'is in the catalogue'],
  [/\bwork it out\b/i, 'calculate'],
  [/\bdocuments we hold\b|\bwhat we hold\b/i, 'documents we have: “held” is a status of units'],
  [/\b(?:compliance|audit-ready|credit) records\b/i, 'reporting: the record is the book of credits'],
  [/\byour need\b|\bholds the need\b/i, 'what you need'],
  [/\bthis file does not hold\b/i, 'this file failed the check'],
  [/\bisn’t to be had\b|\bthe listed price is the price\b/i, 'the plain statement'],

  // One way of writing a thing.
  [/\bNot given\b/, 'Not stated'],
  [/\bRequest [Qq]uote\b/, 'Request a Quote'],
  [/\bCopy link\b/, 'Copy Link'],
  [/\b\d+-\d+ (?:minutes|years)\b/, '15 to 30 minutes'],

  // Dated rules, once their day has come.
  [/applies from 27 September 2026|From 27 September 2026/, 'has applied since 27 September 2026'],

  // Headings that did not say what their section holds.
  [/\bstays sold\b/i, 'how the registry prevents double selling'],
  [/\bevidence first, then the claim\b/i, 'what stands behind every credit'],
  [/\bbring a sceptic\b/i, 'ask for a walkthrough'],
  [/\bwho sleeps better\b/i, 'who benefits, and how'],
  [/\bdoors closed\b/i, 'what each entry rules out'],
  [/\bcan swear to\b/i, 'what satellite images can show'],
  [/\byour own chimney\b/i, 'reduce first'],
  [/\bwhose word you are buying\b/i, 'the standards, the ratings and our own checks'],
  [/\b(?:three|four) readers\b|\bseven answers\b/i, 'what the section shows'],
  [/\bthe field’s words\b/i, 'glossary'],
];
