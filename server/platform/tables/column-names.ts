/** Normalises a column's name for comparison: "Project Name", "project_name" and "projectName" are the same. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
