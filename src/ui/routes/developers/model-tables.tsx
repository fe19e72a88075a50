import type { models as words } from '#src/content/developers.ts';
import { modelAnchor, type ReferenceModel } from '#src/lib/protocol/openapi-reference.ts';
import { FieldTable } from './field-table.tsx';

/** The fields of models, a table each. */
export function ModelTables({ models, columns }: { models: readonly ReferenceModel[]; columns: (typeof words)['columns'] }) {
  return models.map(({ name, fields }) => (
    <div key={name} id={modelAnchor(name)} className="mt-12 scroll-mt-24">
      <h3 className="display-3 mb-4">{name}</h3>
      <FieldTable caption={name} columns={columns} rows={fields} />
    </div>
  ));
}
