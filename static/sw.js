/* Companion's service worker: comes with its part. */
"use strict";
