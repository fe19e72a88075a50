import type { ReactNode } from 'react';
import type { MapCluster, MapSheet } from '#shared/art/map/catalogue-maps.ts';
import { groundAddress, sheetSizes } from '#shared/art/map/ground-sheets.ts';

export type MapTheme = 'night' | 'sheet';

type ProjectMapProps = {
  sheet: MapSheet;
  theme: MapTheme;
  /** The map's accessible name. */
  label: string;
  /** The single mark for all British projects, and its link. */
  cluster?: (MapCluster & { href: string; label: string }) | undefined;
  /** Whether the marks have positions in percent, so that they keep their size at any width. */
  isFluid?: boolean;
  /** Shrinks the mark on wide screens, where the map is larger, so that it keeps its physical size. */
  isWide: boolean;
  /** Whether it is above the fold: its background is then loaded eagerly. */
  isFirst: boolean;
  /** The marks of single projects. */
  children: ReactNode;
};

const themes: Record<MapTheme, { cluster: string; clusterText: string }> = {
  night: {
    cluster: 'fill-lichen group-hover/cluster:fill-lichen-soft group-focus-visible/cluster:stroke-paper',
    clusterText: 'fill-ink',
  },
  sheet: {
    cluster: 'fill-ink group-hover/cluster:fill-canopy group-focus-visible/cluster:stroke-clay',
    clusterText: 'fill-paper',
  },
};

const smaller = 'md:([transform-box:fill-box] origin-center [scale:0.6])';

/** A background picture of Natural Earth's land, which other maps share, with this map's marks over it. */
export function ProjectMap({ sheet, theme, label, cluster, isWide, isFirst, isFluid, children }: ProjectMapProps) {
  const classes = themes[theme];
  const { width, height } = sheetSizes[sheet.ground.size];
  return (
    <div className="grid">
      <img
        src={groundAddress(theme, sheet.ground)}
        alt=""
        width={width}
        height={height}
        loading={isFirst ? 'eager' : 'lazy'}
        className="[grid-area:1/1] h-auto w-full"
      />
      {/* A group rather than an image, because its marks are links. */}
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no equivalent element */}
      <svg
        role="group"
        aria-label={label}
        viewBox={isFluid ? undefined : `0 0 ${width} ${height}`}
        className={`[grid-area:1/1] w-full overflow-hidden ${isFluid ? 'h-full' : 'h-auto'}`}
      >
        {children}
        {cluster && (
          <a href={cluster.href} aria-label={cluster.label} className={`group/cluster !outline-none ${isWide ? smaller : ''}`}>
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
    </div>
  );
}
