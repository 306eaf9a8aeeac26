// The page for a wrong address.

import { byId } from "../shared/dom.js";
import { setUpShell } from "../shared/shell.js";
import { tilePicture } from "../shared/tile.js";

byId("lost-path").textContent = decodeURI(location.pathname).slice(0, 80);
byId("lost-tiles").append(tilePicture("R4", ""), tilePicture("J", ""), tilePicture("B4", ""));
setUpShell([]);
