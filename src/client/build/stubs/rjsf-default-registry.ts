import BooleanField from "@rjsf/core/lib/components/fields/BooleanField.js";
import ObjectField from "@rjsf/core/lib/components/fields/ObjectField.js";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import StringField from "@rjsf/core/lib/components/fields/StringField.js";

// The part of rjsf's own registry that flat forms of strings and booleans use; the check (`field-widget`, `form-keyword`) refuses all others.
// Templates and widgets are ours (fields/theme.ts).
export default function getDefaultRegistry() {
  return {
    fields: { BooleanField, ObjectField, SchemaField, StringField },
    templates: { ButtonTemplates: {} },
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: (text: string) => text,
    globalFormOptions: { idPrefix: "root", idSeparator: "_", useFallbackUiForUnsupportedType: false },
  };
}
