import styled from "@mui/styled-engine";
import type { ObjectFieldTemplateProps, RJSFSchema } from "@rjsf/utils";
import type { FormValues } from "./compiled-form.ts";

const Stack = styled("div")({ display: "grid", gap: 20 });

/** The fields of a form, one below the other. */
export function ObjectTemplate({ properties }: ObjectFieldTemplateProps<FormValues, RJSFSchema, object>) {
  return <Stack>{properties.map(({ content }) => content)}</Stack>;
}
