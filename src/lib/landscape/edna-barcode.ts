export function ednaBarcode(
  _seed: string,
  _count = 64,
): { x: number; width: number; colour: 'ink' | 'canopy' | 'tide' | 'clay' | 'sun' | 'moss' }[] {
  return [];
}
