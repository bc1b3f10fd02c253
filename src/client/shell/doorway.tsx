import { styled } from "@mui/material/styles";

const Arches = styled("svg")(({ theme }) => ({
  position: "absolute",
  insetInline: 0,
  insetBlockEnd: 0,
  width: "100%",
  color: theme.vars.palette.brand.link,
  "@media (forced-colors: active)": { display: "none" },
}));

/** An entrance hall in a few lines: arches, each further in. It stands on the ground of what is around it. */
export function Doorway({ className }: { className?: string }) {
  const arches = [150, 116, 82, 48];
  return (
    <Arches
      className={className}
      viewBox="0 0 400 300"
      fill="currentColor"
      fillOpacity="0.1"
      aria-hidden="true"
    >
      {arches.map((half) => (
        <path
          key={half}
          d={`M${200 - half} 300V${40 + (150 - half) + half}a${half} ${half} 0 0 1 ${2 * half} 0V300Z`}
        />
      ))}
    </Arches>
  );
}
