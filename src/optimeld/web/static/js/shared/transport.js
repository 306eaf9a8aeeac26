// Who answers the pages: the server. In the static board this file is another one, and the page answers itself.

export { get, post, stream } from "./http.js";
