import type { NumberedPlace } from '#src/art/map/catalogue-maps.ts';
import { formatLatitude, formatLongitude } from '#src/lib/projects/coordinates.ts';

/** The marks of a map as a list: number, project, place and coordinates. */
export function PlaceList({ places }: { places: NumberedPlace[] }) {
  return (
    <ol className="gap-x-8 sm:columns-2 [&>li]:(flex break-inside-avoid gap-3 border-t border-ink/20 py-2) [&_a]:(inline-flex min-h-6 items-center underline-offset-4) [&_a:hover]:underline">
      {places.map((place) => (
        <li key={place.slug}>
          <span className="figure w-6 shrink-0 text-[0.8125rem] leading-6">{place.number}</span>
          <span className="min-w-0">
            <a href={`/projects/${place.slug}`}>
              <bdi>{place.title}</bdi>
            </a>
            <span className="block text-[0.875rem] text-ink-soft">
              {place.location}, {formatLatitude(place.latitude)}, {formatLongitude(place.longitude)}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
