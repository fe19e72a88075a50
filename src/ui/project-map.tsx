import type { ReactNode } from 'react';
import type { MapCluster, MapSheet } from '#src/lib/map/catalogue-maps.ts';

export type MapLook = 'night' | 'sheet';

type ProjectMapProps = {
  sheet: MapSheet;
  look: MapLook;
  /** What the map shows, for those who do not see it. */
  label: string;
  /** British projects as one mark, and where it leads. */
  cluster?: (MapCluster & { href: string; label: string }) | undefined;
  /** The marks of single projects. */
  children: ReactNode;
};

const looks: Record<MapLook, { land: string; graticule: string; cluster: string; clusterText: string }> = {
  night: {
    land: 'fill-canopy stroke-canopy-mist/45',
    graticule: 'stroke-paper/12',
    cluster: 'fill-lichen group-hover/cluster:fill-lichen-soft group-focus-visible/cluster:stroke-paper',
    clusterText: 'fill-ink',
  },
  sheet: {
    land: 'fill-paper-bright stroke-tide/70',
    graticule: 'stroke-tide/25',
    cluster: 'fill-ink group-hover/cluster:fill-canopy group-focus-visible/cluster:stroke-clay',
    clusterText: 'fill-paper',
  },
};

/** Natural Earth's land with projects on it, drawn on the server. */
export function ProjectMap({ sheet, look, label, cluster, children }: ProjectMapProps) {
  const classes = looks[look];
  return (
    // A group, not a picture: its marks are links.
    // biome-ignore lint/a11y/useSemanticElements: there is no element for a group inside a drawing
    <svg role="group" aria-label={label} viewBox={`0 0 ${sheet.width} ${sheet.height}`} className="block h-auto w-full overflow-hidden">
      <path d={sheet.graticule} fill="none" strokeWidth="0.6" className={classes.graticule} />
      <path d={sheet.land} strokeWidth="0.7" strokeLinejoin="round" className={classes.land} />
      {children}
      {cluster && (
        <a href={cluster.href} aria-label={cluster.label} className="group/cluster outline-none">
          <rect x={cluster.x - 46} y={cluster.y - 29} width="92" height="58" rx="29" strokeWidth="4" className={classes.cluster} />
          <text
            x={cluster.x}
            y={cluster.y}
            dy="0.36em"
            fontSize="21"
            textAnchor="middle"
            className={`font-mono tabular-nums ${classes.clusterText}`}
          >
            {cluster.first}–{cluster.last}
          </text>
        </a>
      )}
    </svg>
  );
}
