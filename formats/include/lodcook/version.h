#pragma once

/* Version of the headers; lodcook_version() in lodcook.h is that of the library. Before 1.0 a new minor version may
   change the interface, afterwards only a new major one. The format of files has a version of its own. */
#define LODCOOK_VERSION_MAJOR 0
#define LODCOOK_VERSION_MINOR 1
#define LODCOOK_VERSION_PATCH 0

/* One number to compare: major * 1 000 000 + minor * 1000 + patch. */
#define LODCOOK_VERSION (LODCOOK_VERSION_MAJOR * 1000000 + LODCOOK_VERSION_MINOR * 1000 + LODCOOK_VERSION_PATCH)
