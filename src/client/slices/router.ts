// A slice of the app's script: evaluated in a task of its own (README, "Two stages").
export { BrowserRouter, useLocation, useNavigate, useNavigationType } from "react-router-dom";
