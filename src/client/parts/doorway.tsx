import styled from "@mui/styled-engine";

const Arches = styled("svg")({
  position: "absolute",
  insetInline: 0,
  width: "100%",
  "@media (forced-colors: active)": { display: "none" },
});

interface DoorwayProps {
  className?: string;
  /** Height of what is shown, 400 wide; the legs of the arches go on as far as they are let. */
  height: number;
}

/** An entrance hall in a few lines: arches, each further in, in the colour of the words around it. */
export function Doorway({ className, height }: DoorwayProps) {
  const arches = [150, 116, 82, 48];
  return (
    <Arches
      className={className}
      viewBox={`0 0 400 ${height}`}
      fill="currentColor"
      fillOpacity="0.1"
      aria-hidden="true"
    >
      {arches.map((half) => (
        <path
          key={half}
          d={`M${200 - half} ${height}V${40 + (150 - half) + half}a${half} ${half} 0 0 1 ${2 * half} 0V${height}Z`}
        />
      ))}
    </Arches>
  );
}
