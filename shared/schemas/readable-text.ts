// Which characters a name may have: those that a reader sees, and sees alike wherever the name stands; and which texts name nothing or
// nobody. No package is needed, and browsers load this with the forms.

import { normalised } from '#verify/text.ts';

/** What a name cannot have. Bidirectional controls and joiners are default-ignorable; of these, `isJoinerInPlace` allows some. */
const unreadables = /[\p{Cc}\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffd]/gu;
/** Combining marks (accents, vowel signs) without a letter, with their joiners, and those after the fourth on one letter. */
const looseMarks = /(^|\s)\p{M}[\p{M}\u200c\u200d]*/gu;
const surplusMarks = /(\p{M}{4})\p{M}+/gu;

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /\ufffd/,
    'stands for a letter that was lost when a text in another encoding, such as Windows-1252, was read as UTF-8: save the text as UTF-8 and send it again',
  ],
  [/[\u200c\u200d]/, 'is allowed only where it joins or separates the letters of a script that needs it'],
  [/\p{Bidi_Control}/u, 'changes the direction of the text'],
  [/\p{Cc}/u, 'is a control character'],
  [/\p{Co}/u, 'is for private use and looks different everywhere'],
  [/\p{Cn}/u, 'is no character of Unicode'],
  [/[\ufff9-\ufffc]/, 'marks an annotation or an object, which a name cannot have'],
  [/[\u2028\u2029]/, 'is a line break'],
];

/**
 * A letter of UTF-8 that was read as Windows-1252: "BiogÃ¡s", and of other scripts two of them, "ÐšÐ¾". "PANÃMA" is a word, and a quote
 * or dash after such a letter may end a word, unless another letter follows. PostgreSQL reads the pattern, too (check-catalogue.ts).
 */
export const misread =
  /[ÂÃÄÅ](?:[\u0080-\u009f¡-º¼-¿€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]|[»‘’“”–—…](?=\p{L}))|â[€‚„].|(?:[ÎÏÐÑ][\u0080-\uffff]){2}|(?:[ã-ï][\u0080-\uffff]{2}){2}/u;

/**
 * Returns why a text, normalised to NFC, cannot be a name, with the first character at fault as its code point ("has U+202E, which
 * changes the direction of the text"), or the misread letter; undefined if it can.
 */
export function unreadableIn(text: string): string | undefined {
  for (const { 0: character, index } of text.matchAll(unreadables)) {
    if (isJoinerInPlace(text, index)) continue;
    const reason = reasons.find(([pattern]) => pattern.test(character))?.[1] ?? 'cannot be seen';
    return `has ${codePoint(character)}, which ${reason}`;
  }
  const [loose] = text.match(looseMarks) ?? [];
  if (loose !== undefined) return `has ${codePoint(loose.trim())}, an accent or vowel sign without a letter`;
  const [surplus] = text.match(surplusMarks) ?? [];
  if (surplus !== undefined) return `has more than four accents or vowel signs on one letter, from ${codePoint(surplus)} on`;
  const [letter] = misread.exec(text) ?? [];
  return letter && `has "${letter}", a letter of UTF-8 that was read as Windows-1252: save the text as UTF-8`;
}

/** An emoji, also one of several characters, such as a family, a rainbow flag, a keycap, or the flag of Scotland (UTS #51). */
const emoji =
  /([#*\d]\ufe0f\u20e3|\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)*)/u;

/**
 * Leaves out of a text what a name cannot have. Line breaks and tabs stay, and so does what makes one emoji of
 * several characters, which a message may have.
 */
export function withoutUnreadable(text: string): string {
  const parts = text.split(emoji).map((part, at) => {
    const stays = (found: string, index: number) => /[\t\n\r]/.test(found) || isJoinerInPlace(part, index);
    return at % 2 === 1 ? part : part.replace(unreadables, (found, index: number) => (stays(found, index) ? found : ''));
  });
  return parts.join('').replace(looseMarks, '$1').replace(surplusMarks, '$1');
}

const codePoint = (text: string) => `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Letters of the Arabic script that join on neither side, and only to the letter before (Unicode's ArabicShaping.txt). */
const nonJoining = /[\u0621\u0674\u06e5\u06e6\u0887\u08ad\u08c9]/;
const joiningBefore =
  /[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u0870-\u0882\u088e\u08aa-\u08ac\u08ae\u08b1\u08b2\u08b9]/;
/** The blocks of those letters. Presentation forms and mathematical letters do not join. */
const isArabicLetter = (character: string) => /[\u0620-\u06ff\u0750-\u077f\u0870-\u08ff]/.test(character) && /\p{L}/u.test(character);
const joins = (character: string) => isArabicLetter(character) && character !== '\u0640' && !nonJoining.test(character);

/**
 * Whether the character at `index` is a zero width joiner or non-joiner where RFC 5892, appendices A.1 and A.2, allow it: after a
 * virama, or (the non-joiner only) between letters that would join. The second is known of the Arabic script alone, as in Persian;
 * the RFC allows it in a few others, such as Syriac, whose tables are not here.
 */
function isJoinerInPlace(text: string, index: number): boolean {
  const joiner = text[index];
  if (joiner !== '\u200c' && joiner !== '\u200d') return false;
  // A letter and four marks, each of at most two UTF-16 units.
  const before = [...text.slice(Math.max(0, index - 10), index)];
  const previous = before.at(-1);
  if (previous !== undefined && isVirama(previous)) return true;
  const isLetter = (character: string) => !/\p{M}/u.test(character);
  const left = before.findLast(isLetter);
  const right = [...text.slice(index + 1, index + 11)].find(isLetter);
  return joiner === '\u200c' && left !== undefined && right !== undefined && joins(left) && !joiningBefore.test(left) && joins(right);
}

/**
 * Whether a character is a virama: of canonical combining class 9. JavaScript has no property for it, but normalisation sorts
 * marks by their class: between U+3099 (8) and U+05B0 (10) stands only 9.
 */
function isVirama(character: string): boolean {
  const comesFirst = (first: string, second: string) => first !== second && normalised(second + first, 'NFD') === first + second;
  return comesFirst(character, '\u05b0') && comesFirst('\u3099', character);
}

const noValue =
  /^(|-+|–|—|n[./]?a|null|none|nan|nil|tb[acd]|unknown|undefined|not (available|applicable|stated|specified|provided|known|defined|assigned)|\[\]|\{\})\.?$/i;
/** What registries write instead of a name. */
const nobody =
  /^(?:not (?:public|disclosed|published)|undisclosed|confidential|anonymous|private|no (?:público|publico|divulgado)|não (?:público|divulgado)|confidencial|anónimo|anônimo)(?: (?:beneficiary|buyer|client|company|customer|donor|entity|individual|(?:third )?party|person|user)s?)?\.?$|^no(?:body|[ -]?one| owner\b.*)$/i;

/** Checks whether a text, such as that of a cell, says that there is no value. */
export const isNoValue = (text: string): boolean => noValue.test(text);

/** Checks whether a text that stands for a name names nobody: it says so, or has neither a letter nor a digit. */
export const isNobody = (text: string): boolean => isNoValue(text) || nobody.test(text) || !/[\p{L}\p{N}]/u.test(text);
