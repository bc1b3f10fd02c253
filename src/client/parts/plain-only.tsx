import styled from "@mui/styled-engine";
import { withoutScript } from "../look/theme.ts";

/** Shown where no script takes the page over, for what it would do. */
export const PlainOnly = styled("div")({ display: "none", [withoutScript]: { display: "block" } });
