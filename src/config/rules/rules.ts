import { actionFact } from "./action-fact.ts";
import { autoSubmit } from "./auto-submit.ts";
import { autofillField } from "./autofill-field.ts";
import { bodyField } from "./body-field.ts";
import { boundedBody } from "./bounded-body.ts";
import { buttonValue } from "./button-value.ts";
import { carriedParameter } from "./carried-parameter.ts";
import { ceremonyCall } from "./ceremony-call.ts";
import { clientAddress } from "./client-address.ts";
import { clientProof } from "./client-proof.ts";
import { clientSetting } from "./client-setting.ts";
import { confirmedRemoval } from "./confirmed-removal.ts";
import { editorSchema } from "./editor-schema.ts";
import { factType } from "./fact-type.ts";
import { factValue } from "./fact-value.ts";
import { fieldAutocomplete } from "./field-autocomplete.ts";
import { fieldFact } from "./field-fact.ts";
import { fieldWidget } from "./field-widget.ts";
import { fixedScreen } from "./fixed-screen.ts";
import { fixedValue } from "./fixed-value.ts";
import { formField } from "./form-field.ts";
import { formKeyword } from "./form-keyword.ts";
import { journeyMap } from "./journey-map.ts";
import { knownCall } from "./known-call.ts";
import { knownFact } from "./known-fact.ts";
import { knownForm } from "./known-form.ts";
import { knownLanguage } from "./known-language.ts";
import { knownMessage } from "./known-message.ts";
import { knownPanel } from "./known-panel.ts";
import { knownPartner } from "./known-partner.ts";
import { knownProperty } from "./known-property.ts";
import { knownScreen } from "./known-screen.ts";
import { knownTarget } from "./known-target.ts";
import { knownVendor } from "./known-vendor.ts";
import { linkLabel } from "./link-label.ts";
import { linkedScreen } from "./linked-screen.ts";
import { listedTwice } from "./listed-twice.ts";
import { loadedView } from "./loaded-view.ts";
import { mailText } from "./mail-text.ts";
import { mainButton } from "./main-button.ts";
import { neededText } from "./needed-text.ts";
import { offeredWay } from "./offered-way.ts";
import { openDoor } from "./open-door.ts";
import { outcomeRow } from "./outcome-row.ts";
import { ownText } from "./own-text.ts";
import { pagedList } from "./paged-list.ts";
import { panelAction } from "./panel-action.ts";
import { panelAnswer } from "./panel-answer.ts";
import { panelView } from "./panel-view.ts";
import { partnerColour } from "./partner-colour.ts";
import { partnerFile } from "./partner-file.ts";
import { partnerLogo } from "./partner-logo.ts";
import { partnerProvider } from "./partner-provider.ts";
import { partnerSetting } from "./partner-setting.ts";
import { passwordForm } from "./password-form.ts";
import { passwordRules } from "./password-rules.ts";
import { plainText } from "./plain-text.ts";
import { pluralForm } from "./plural-form.ts";
import { problemField } from "./problem-field.ts";
import { proofRenewed } from "./proof-renewed.ts";
import { reachedScreen } from "./reached-screen.ts";
import { reachedStep } from "./reached-step.ts";
import { recordedState } from "./recorded-state.ts";
import { redirectCircle } from "./redirect-circle.ts";
import { requiredField } from "./required-field.ts";
import { requiredProperty } from "./required-property.ts";
import type { Rule } from "./rule.ts";
import { safeCall } from "./safe-call.ts";
import { safeFlag } from "./safe-flag.ts";
import { safeSvg } from "./safe-svg.ts";
import { sameParameter } from "./same-parameter.ts";
import { samePlaceholders } from "./same-placeholders.ts";
import { sameTexts } from "./same-texts.ts";
import { sameWords } from "./same-words.ts";
import { screenAccess } from "./screen-access.ts";
import { screenBody } from "./screen-body.ts";
import { sendWait } from "./send-wait.ts";
import { shownAnswer } from "./shown-answer.ts";
import { shownStep } from "./shown-step.ts";
import { singleExtends } from "./single-extends.ts";
import { textOrder } from "./text-order.ts";
import { uniqueOrigin } from "./unique-origin.ts";
import { uniquePath } from "./unique-path.ts";
import { unreachableRow } from "./unreachable-row.ts";
import { untranslated } from "./untranslated.ts";
import { unusedText } from "./unused-text.ts";
import { vendorIconRule } from "./vendor-icon.ts";

/**
 * The rules over the located documents in steps, each resting on the one before: nothing has two of a name, every name leads somewhere, each screen
 * loads what it reads, all that is said fits together, and nothing is left over. So one wrong name is one finding, not one for each of its consequences.
 */
export const ruleSteps: readonly (readonly Rule[])[] = [
  [listedTwice],
  [
    knownCall,
    knownForm,
    knownLanguage,
    knownMessage,
    knownPanel,
    knownPartner,
    knownScreen,
    knownTarget,
    knownVendor,
    bodyField,
    formField,
    fixedScreen,
    journeyMap,
    partnerFile,
    partnerProvider,
    singleExtends,
    vendorIconRule,
  ],
  [loadedView],
  [
    actionFact,
    fieldAutocomplete,
    offeredWay,
    openDoor,
    panelAnswer,
    panelView,
    partnerColour,
    partnerSetting,
    passwordForm,
    passwordRules,
    reachedStep,
    autoSubmit,
    autofillField,
    boundedBody,
    buttonValue,
    carriedParameter,
    ceremonyCall,
    clientAddress,
    clientProof,
    clientSetting,
    confirmedRemoval,
    editorSchema,
    factType,
    factValue,
    fieldFact,
    fieldWidget,
    fixedValue,
    formKeyword,
    knownFact,
    knownProperty,
    linkLabel,
    linkedScreen,
    mailText,
    mainButton,
    outcomeRow,
    pagedList,
    panelAction,
    plainText,
    pluralForm,
    problemField,
    proofRenewed,
    redirectCircle,
    requiredField,
    requiredProperty,
    safeCall,
    safeFlag,
    safeSvg,
    sameParameter,
    samePlaceholders,
    sameTexts,
    sameWords,
    screenAccess,
    screenBody,
    sendWait,
    shownAnswer,
    shownStep,
    textOrder,
    uniqueOrigin,
    uniquePath,
    unreachableRow,
    untranslated,
  ],
  [neededText, ownText, partnerLogo, reachedScreen, recordedState, unusedText],
];

/** The rules that read applications, providers and their pictures. */
export const applicationRules: readonly Rule[] = [
  clientAddress,
  clientProof,
  clientSetting,
  editorSchema,
  knownPartner,
  knownVendor,
  plainText,
  safeSvg,
  vendorIconRule,
];

/** Every rule over the located documents. */
export const rules: readonly Rule[] = ruleSteps.flat();
