import { actionFact } from "./action-fact.ts";
import { autoSubmit } from "./auto-submit.ts";
import { autofillField } from "./autofill-field.ts";
import { bodyField } from "./body-field.ts";
import { boundedBody } from "./bounded-body.ts";
import { ceremonyCall } from "./ceremony-call.ts";
import { clientAddress } from "./client-address.ts";
import { factValue } from "./fact-value.ts";
import { fieldFact } from "./field-fact.ts";
import { fieldWidget } from "./field-widget.ts";
import { fixedScreen } from "./fixed-screen.ts";
import { fixedValue } from "./fixed-value.ts";
import { formField } from "./form-field.ts";
import { journeyMap } from "./journey-map.ts";
import { knownCall } from "./known-call.ts";
import { knownFact } from "./known-fact.ts";
import { knownForm } from "./known-form.ts";
import { knownLanguage } from "./known-language.ts";
import { knownPanel } from "./known-panel.ts";
import { knownPartner } from "./known-partner.ts";
import { knownProperty } from "./known-property.ts";
import { knownScreen } from "./known-screen.ts";
import { knownTarget } from "./known-target.ts";
import { knownText } from "./known-text.ts";
import { knownVendor } from "./known-vendor.ts";
import { linkLabel } from "./link-label.ts";
import { mailText } from "./mail-text.ts";
import { namedText } from "./named-text.ts";
import { neededText } from "./needed-text.ts";
import { outcomeRow } from "./outcome-row.ts";
import { pagedList } from "./paged-list.ts";
import { panelAction } from "./panel-action.ts";
import { partnerFile } from "./partner-file.ts";
import { pluralForm } from "./plural-form.ts";
import { problemField } from "./problem-field.ts";
import { redirectCircle } from "./redirect-circle.ts";
import { requiredField } from "./required-field.ts";
import { requiredProperty } from "./required-property.ts";
import type { Rule } from "./rule.ts";
import { safeCall } from "./safe-call.ts";
import { safeFlag } from "./safe-flag.ts";
import { safeSvg } from "./safe-svg.ts";
import { samePlaceholders } from "./same-placeholders.ts";
import { sameTexts } from "./same-texts.ts";
import { screenAccess } from "./screen-access.ts";
import { screenBody } from "./screen-body.ts";
import { shownStep } from "./shown-step.ts";
import { singleExtends } from "./single-extends.ts";
import { textOrder } from "./text-order.ts";
import { uniqueOrigin } from "./unique-origin.ts";
import { uniquePath } from "./unique-path.ts";
import { unreachableRow } from "./unreachable-row.ts";
import { untranslated } from "./untranslated.ts";

/** Every rule over the located documents. `stops`: what it finds keeps the product from running; texts fall back instead. */
export const rules: readonly { id: string; check: Rule; stops: boolean }[] = [
  { id: "action-fact", check: actionFact, stops: true },
  { id: "auto-submit", check: autoSubmit, stops: true },
  { id: "autofill-field", check: autofillField, stops: true },
  { id: "body-field", check: bodyField, stops: true },
  { id: "bounded-body", check: boundedBody, stops: true },
  { id: "ceremony-call", check: ceremonyCall, stops: true },
  { id: "client-address", check: clientAddress, stops: true },
  { id: "fact-value", check: factValue, stops: true },
  { id: "field-fact", check: fieldFact, stops: true },
  { id: "field-widget", check: fieldWidget, stops: true },
  { id: "fixed-screen", check: fixedScreen, stops: true },
  { id: "fixed-value", check: fixedValue, stops: true },
  { id: "form-field", check: formField, stops: true },
  { id: "journey-map", check: journeyMap, stops: true },
  { id: "known-call", check: knownCall, stops: true },
  { id: "known-fact", check: knownFact, stops: true },
  { id: "known-form", check: knownForm, stops: true },
  { id: "known-language", check: knownLanguage, stops: true },
  { id: "known-panel", check: knownPanel, stops: true },
  { id: "known-partner", check: knownPartner, stops: true },
  { id: "known-property", check: knownProperty, stops: true },
  { id: "known-screen", check: knownScreen, stops: true },
  { id: "known-target", check: knownTarget, stops: true },
  { id: "known-text", check: knownText, stops: false },
  { id: "known-vendor", check: knownVendor, stops: true },
  { id: "link-label", check: linkLabel, stops: true },
  { id: "mail-text", check: mailText, stops: false },
  { id: "named-text", check: namedText, stops: false },
  { id: "needed-text", check: neededText, stops: false },
  { id: "outcome-row", check: outcomeRow, stops: true },
  { id: "paged-list", check: pagedList, stops: true },
  { id: "panel-action", check: panelAction, stops: true },
  { id: "partner-file", check: partnerFile, stops: true },
  { id: "plural-form", check: pluralForm, stops: false },
  { id: "problem-field", check: problemField, stops: true },
  { id: "redirect-circle", check: redirectCircle, stops: true },
  { id: "required-field", check: requiredField, stops: true },
  { id: "required-property", check: requiredProperty, stops: true },
  { id: "safe-call", check: safeCall, stops: true },
  { id: "safe-flag", check: safeFlag, stops: true },
  { id: "safe-svg", check: safeSvg, stops: true },
  { id: "same-placeholders", check: samePlaceholders, stops: false },
  { id: "same-texts", check: sameTexts, stops: false },
  { id: "screen-access", check: screenAccess, stops: true },
  { id: "screen-body", check: screenBody, stops: true },
  { id: "shown-step", check: shownStep, stops: true },
  { id: "single-extends", check: singleExtends, stops: true },
  { id: "text-order", check: textOrder, stops: false },
  { id: "unique-origin", check: uniqueOrigin, stops: true },
  { id: "unique-path", check: uniquePath, stops: true },
  { id: "unreachable-row", check: unreachableRow, stops: true },
  { id: "untranslated", check: untranslated, stops: false },
];
