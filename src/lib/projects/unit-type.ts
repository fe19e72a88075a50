/** Formats a unit type for readers: `Removal – technical` for the stored `Removal - technical`, which the Climate Action Data Trust defines. */
export function unitTypeName(unitType: string): string {
  return unitType.replace(' - ', ' – ');
}
