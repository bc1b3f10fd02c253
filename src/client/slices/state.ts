// A slice of the app's script: evaluated in a task of its own (README, "Two stages").
export { combineReducers, configureStore, createSlice } from "@reduxjs/toolkit";
export { createApi } from "@reduxjs/toolkit/query";
