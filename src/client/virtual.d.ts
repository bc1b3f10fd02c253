// The modules that the plugins of src/client/build make of the data files.

declare module "virtual:forms" {
  /** Form id → loads the compiled form. */
  export const forms: Record<string, () => Promise<import("./fields/compiled-form.ts").CompiledForm>>;
}

declare module "virtual:form/*" {
  type Compiled = import("./fields/compiled-form.ts").CompiledForm;
  export const id: Compiled["id"];
  export const schema: Compiled["schema"];
  export const fields: Compiled["fields"];
  export const rules: Compiled["rules"];
  export const username: Compiled["username"];
  export const validate: Compiled["validate"];
}

declare module "virtual:screens" {
  /** The parsed `screens.config.json`. */
  export const screensConfig: import("../generated/config.ts").ScreensConfig;
}
