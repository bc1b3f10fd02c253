import styled from "@mui/styled-engine";
import type { ReactNode } from "react";

const Region = styled("section")({
  marginTop: 28,
  "& h2": { margin: "0 0 8px", fontSize: "1rem", fontWeight: 600 },
});

/** A part of the home page under a heading of its own, whose `id` names it. */
export function Section({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <Region aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Region>
  );
}
