import withTheme from "@rjsf/core/lib/withTheme.js";
import type { RJSFSchema } from "@rjsf/utils";
import { Checkbox } from "./checkbox.tsx";
import type { FormValues } from "./compiled-form.ts";
import { DateField } from "./date.tsx";
import { Email } from "./email.tsx";
import { FieldTemplate } from "./field-template.tsx";
import { HiddenField } from "./hidden-field.tsx";
import { NewPassword } from "./new-password.tsx";
import { ObjectTemplate } from "./object-template.tsx";
import { OneTimeCode } from "./one-time-code.tsx";
import { Password } from "./password.tsx";
import { Phone } from "./phone.tsx";
import { Radio } from "./radio.tsx";
import { Select } from "./select.tsx";
import { Text } from "./text.tsx";

const nothing = () => null;

/** The rjsf theme: widget name of a form file → component, and the templates around them. */
export const Fields = withTheme<FormValues, RJSFSchema, object>({
  widgets: {
    text: Text,
    email: Email,
    password: Password,
    "new-password": NewPassword,
    "one-time-code": OneTimeCode,
    checkbox: Checkbox,
    select: Select,
    radio: Radio,
    date: DateField,
    phone: Phone,
    hidden: HiddenField,
  },
  templates: {
    FieldTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    // The field template shows these texts itself, where assistive technology finds them.
    DescriptionFieldTemplate: nothing,
    FieldErrorTemplate: nothing,
    FieldHelpTemplate: nothing,
  },
});
