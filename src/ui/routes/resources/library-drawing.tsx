/** The seven books on the top shelf, for the published articles: position, height, width and tilt (degrees). */
const bound = [
  { x: 18, width: 34, height: 104, tilt: 0, fill: 'fill-[#0B6A4C]' },
  { x: 54, width: 26, height: 92, tilt: 0, fill: 'fill-[#24548F]' },
  { x: 82, width: 38, height: 110, tilt: 0, fill: 'fill-[#3A6A1C]' },
  { x: 122, width: 28, height: 98, tilt: 0, fill: 'fill-[#17646B]' },
  { x: 152, width: 32, height: 106, tilt: 0, fill: 'fill-[#9A4710]' },
  { x: 186, width: 26, height: 90, tilt: 0, fill: 'fill-[#6A3F88]' },
  { x: 232, width: 34, height: 102, tilt: -11, fill: 'fill-[#46545F]' },
];

/** Outlined books on the two lower shelves, for planned articles. */
const planned = [
  { shelf: 270, x: 18, width: 40, height: 96 },
  { shelf: 270, x: 62, width: 30, height: 108 },
  { shelf: 270, x: 96, width: 36, height: 90 },
  { shelf: 404, x: 18, width: 28, height: 92 },
  { shelf: 404, x: 50, width: 28, height: 92 },
];

const shelves = [
  { y: 136, label: 'Blog' },
  { y: 270, label: 'Case studies' },
  { y: 404, label: 'Help centre' },
];

/** A drawing of one full shelf and two that are still being filled. */
export function LibraryDrawing() {
  return (
    <svg viewBox="0 0 400 420" aria-hidden="true" className="hidden w-[25rem] lg:block">
      {planned.map(({ shelf, x, width, height }) => (
        <rect
          key={`${shelf}-${x}`}
          x={x}
          y={shelf - height}
          width={width}
          height={height}
          fill="none"
          strokeDasharray="4 4"
          className="stroke-rule-strong"
        />
      ))}
      {bound.map(({ x, width, height, tilt, fill }) => (
        <g key={x} transform={`rotate(${tilt} ${x} 136)`}>
          <rect x={x} y={136 - height} width={width} height={height} className={fill} />
          <path d={`M${x} ${148 - height}h${width}M${x} 124h${width}`} strokeWidth="1.5" className="stroke-paper" />
          <rect x={x + 6} y={164 - height} width={width - 12} height="26" className="fill-paper" />
        </g>
      ))}
      {shelves.map(({ y, label }) => (
        <g key={y}>
          <path d={`M2 ${y + 1}H398`} strokeWidth="2" className="stroke-ink" />
          <text x="398" y={y - 10} textAnchor="end" className="fill-ink-faint font-mono text-[12px]">
            {label}
          </text>
        </g>
      ))}
    </svg>
  );
}
