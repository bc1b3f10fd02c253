import styled from "@mui/styled-engine";
import type { ObjectFieldTemplateProps, RJSFSchema } from "@rjsf/utils";
import type { FormValues } from "./compiled-form.ts";

// No field is wider than the form, however wide it would like to be.
const Stack = styled("div")({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 20 });

/** The fields of a form, one below the other. */
export function ObjectTemplate({ properties }: ObjectFieldTemplateProps<FormValues, RJSFSchema, object>) {
  return <Stack>{properties.map(({ content }) => content)}</Stack>;
}
