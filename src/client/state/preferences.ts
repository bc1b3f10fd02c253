import { createListenerMiddleware, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { type ColourScheme, colourSchemeKey, storedColourScheme } from "../shell/colour-scheme.ts";

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
      localStorage.setItem(colourSchemeKey, payload);
    } catch {
      // Storage is blocked or full: the choice holds until the page is left.
    }
  },
});
