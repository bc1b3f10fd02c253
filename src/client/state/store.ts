import { combineReducers, configureStore } from "@reduxjs/toolkit";
import { api } from "../api/endpoints.ts";
import type { Surroundings } from "../api/surroundings.ts";
import { captchaReducer } from "./captcha.ts";
import { sessionReducer } from "./session.ts";

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  session: sessionReducer,
  captcha: captchaReducer,
});

export type Store = ReturnType<typeof createStore>;

/** The state of section 3 of the specification but for the colour scheme (README); calls reach the page through `around`. */
export function createStore(around: Surroundings) {
  return configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: around } }).concat(api.middleware),
  });
}
