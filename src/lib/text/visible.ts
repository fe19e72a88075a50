/**
 * Writes control characters, which a terminal or a spreadsheet may obey, as what they are: an escape becomes `\u001b`. So do
 * characters that embed or override a direction. Tabs and line breaks stay, and JSON stays JSON with the same values.
 */
export function visible(text: string): string {
  return text.replace(
    /\r(?!\n)|[^\P{Cc}\t\n\r]|[\u202a-\u202e]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
