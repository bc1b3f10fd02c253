import styled from "@mui/styled-engine";
import { type ReactNode, useId } from "react";

const width = 600;
const height = 120;

export interface Series {
  /** A figure for each minute; null: nothing to measure. */
  values: readonly (number | null)[];
  colour: "link" | "danger";
  dashed?: boolean;
}

interface PlotProps {
  title: string;
  /** What the plot shows, in words. */
  summary: string;
  kind: "bars" | "lines";
  series: readonly Series[];
  /** The highest figure, as it is written. */
  top(most: number): string;
  /** First and last minute. */
  ends: readonly [string, string];
  children?: ReactNode;
}

const Figure = styled("figure")(({ theme: { vars } }) => ({
  minWidth: 0,
  margin: 0,
  padding: 20,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 16,
  "& h3": { margin: 0, fontSize: "1rem", fontWeight: 600 },
  // Room for three lines, so that nothing moves when the figures change.
  "& p": {
    minHeight: "4.5em",
    margin: "4px 0 12px",
    lineHeight: 1.5,
    fontSize: "0.9375rem",
    color: vars.palette.text.secondary,
  },
  // Time goes from left to right in every language, as on any clock in UTC.
  "& > div": { fontSize: "0.8125rem", color: vars.palette.text.secondary },
  "& > div > span": { display: "flex", justifyContent: "space-between", fontVariantNumeric: "tabular-nums" },
}));

const Drawing = styled("svg")(({ theme: { vars } }) => ({
  display: "block",
  width: "100%",
  height: 96,
  marginBlock: 4,
  borderBlock: `1px solid ${vars.palette.divider}`,
  overflow: "visible",
}));

const mark = { shouldForwardProp: (name: string) => name !== "colour" && name !== "dashed" };

const Bars = styled(
  "path",
  mark,
)<Pick<Series, "colour">>(({ theme: { vars }, colour }) => ({
  fill: colour === "link" ? vars.palette.brand.link : vars.palette.danger.main,
  "@media (forced-colors: active)": { fill: "CanvasText" },
}));

/** A stroke that is as wide and round however much the drawing is stretched. */
const Line = styled(
  "path",
  mark,
)<Omit<Series, "values">>(({ theme: { vars }, colour, dashed }) => ({
  fill: "none",
  stroke: colour === "link" ? vars.palette.brand.link : vars.palette.danger.main,
  strokeWidth: dashed ? 2 : 3,
  strokeDasharray: dashed ? "4 3" : undefined,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  vectorEffect: "non-scaling-stroke",
  "@media (forced-colors: active)": { stroke: "CanvasText" },
}));

/**
 * Figures by the minute as a picture, with a title and the same in words. What is written at its axes is for eyes alone: heard
 * in a row, it is one long number. Drawn alike with and without script.
 */
export function Plot({ title, summary, kind, series, top, ends, children }: PlotProps) {
  const id = useId();
  const most = Math.max(0, ...series.flatMap(({ values }) => values.filter((value) => value !== null)));
  return (
    <Figure>
      <figcaption>
        <h3 id={`${id}-title`}>{title}</h3>
        <p id={`${id}-summary`}>{summary}</p>
      </figcaption>
      <div dir="ltr">
        <span aria-hidden="true">
          <bdi>{top(most)}</bdi>
        </span>
        <Drawing
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}-title ${id}-summary`}
        >
          {series.map(({ values, ...look }) =>
            kind === "bars" ? (
              <Bars key={look.colour} {...look} d={barsOf(values, most)} />
            ) : (
              <Line key={String(look.dashed)} {...look} d={lineOf(values, most)} />
            ),
          )}
        </Drawing>
        <span aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </span>
        {children}
      </div>
    </Figure>
  );
}

/** How a line is drawn, for whoever reads what it stands for. */
export function Legend(look: Omit<Series, "values">) {
  return (
    <svg width="24" height="8" viewBox="0 0 24 8" aria-hidden="true">
      <Line {...look} d="M1 4H23" />
    </svg>
  );
}

/** A bar for each figure above 0. */
export function barsOf(values: Series["values"], most: number): string {
  const step = width / values.length;
  return values
    .map((value, index) => {
      if (value === null || value === 0) return "";
      const tall = round((value / most) * height);
      return `M${round(index * step + step * 0.1)} ${height}v${-tall}h${round(step * 0.8)}v${tall}z`;
    })
    .join("");
}

/** A line over all figures, with a gap where there is none; one alone is a dot. */
export function lineOf(values: Series["values"], most: number): string {
  const step = width / values.length;
  return values
    .map((value, index) => {
      if (value === null) return "";
      const [x, y] = [round((index + 0.5) * step), round(height - (value / Math.max(1, most)) * height)];
      const begins = (values[index - 1] ?? null) === null;
      return begins ? `M${x} ${y}h0` : `L${x} ${y}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
