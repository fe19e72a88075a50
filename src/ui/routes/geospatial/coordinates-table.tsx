import type { NumberedPlace } from '#src/art/map/catalogue-maps.ts';
import type { coordinates } from '#src/content/geospatial.ts';
import { formatLatitude, formatLongitude } from '#src/lib/projects/coordinates.ts';
import { LabelledTable } from '#src/ui/sections/labelled-table.tsx';

type Words = Pick<typeof coordinates, 'caption' | 'columns'>;
type CoordinatesTableProps = {
  places: NumberedPlace[];
  content: Words;
  /** As in `LabelledTable`. */
  preview: number;
};

/** The maps' marks as a table: number, project, place, coordinates and standard. */
export function CoordinatesTable({ places, content, preview }: CoordinatesTableProps) {
  const { project, place, latitude, longitude, standard } = content.columns;
  return (
    <LabelledTable
      caption={content.caption}
      columns={[
        { label: project },
        { label: place },
        { label: latitude, isFigure: true },
        { label: longitude, isFigure: true },
        { label: standard, isFigure: true },
      ]}
      rows={places.map((entry) => <Row key={entry.slug} place={entry} columns={content.columns} />)}
      preview={preview}
    />
  );
}

function Row({ place, columns }: { place: NumberedPlace; columns: Words['columns'] }) {
  return (
    <tr>
      <th scope="row">
        <span className="figure inline-block w-9 text-[0.8125rem] text-clay">{place.number}</span>
        <a href={`/projects/${place.slug}`}>
          <bdi>{place.title}</bdi>
        </a>
      </th>
      <td data-label={columns.place}>{place.location}</td>
      <td data-label={columns.latitude} className="figure whitespace-nowrap text-right">
        {formatLatitude(place.latitude)}
      </td>
      <td data-label={columns.longitude} className="figure whitespace-nowrap text-right">
        {formatLongitude(place.longitude)}
      </td>
      <td data-label={columns.standard} className="text-right">
        {place.standard}
      </td>
    </tr>
  );
}
