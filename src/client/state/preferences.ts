import { createListenerMiddleware, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { ColourScheme } from "../../shared/colour-scheme.ts";
import { storeColourScheme, storedColourScheme } from "../page/colour-scheme.ts";

/** What this browser remembers of a person's choices; never a secret. */
export interface PreferencesState {
  colourScheme: ColourScheme;
}

const preferences = createSlice({
  name: "preferences",
  initialState: (): PreferencesState => ({ colourScheme: storedColourScheme() }),
  reducers: {
    colourSchemeChosen: (state, { payload }: PayloadAction<ColourScheme>) => {
      state.colourScheme = payload;
    },
  },
});

export const { colourSchemeChosen } = preferences.actions;
export const preferencesReducer = preferences.reducer;

/** Writes choices down as they are made. */
export const preferencesListener = createListenerMiddleware();

preferencesListener.startListening({
  actionCreator: colourSchemeChosen,
  effect: ({ payload }) => {
    try {
      storeColourScheme(payload);
    } catch {
      // Storage is blocked: the choice holds until the page is left.
    }
  },
});
