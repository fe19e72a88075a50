import type { ProjectPlace } from '#server/domain/projects/places.ts';
import { metadata } from '#src/content/geospatial.ts';
import type { RecordSheet } from '#src/content/types.ts';
import { formatLatitude, formatLongitude } from '#src/lib/coordinates.ts';
import { formatInstant } from '#src/lib/instants.ts';
import { formatCount } from '#src/lib/numbers.ts';

/** Returns the catalogue's facts about a place, as a record sheet. */
export function placeRecord(place: ProjectPlace): RecordSheet {
  const { label, fields, unit, none, note } = metadata;
  return {
    serial: label,
    title: place.title,
    rows: [
      { label: fields.category, value: place.category },
      { label: fields.standard, value: place.verificationStandard },
      { label: fields.place, value: place.location },
      { label: fields.country, value: place.country ?? none },
      { label: fields.position, value: `${formatLatitude(place.latitude)}, ${formatLongitude(place.longitude)}` },
      { label: fields.impact, value: `${formatCount(place.impactPerYear)} ${unit}` },
      { label: fields.changed, value: formatInstant(place.updatedAt) },
    ],
    note,
  };
}
