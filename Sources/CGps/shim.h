#pragma once
#include <gps.h>

#if GPSD_API_MAJOR_VERSION < 11
#error "runtrackd needs libgps 3.22 (API 11) or later"
#endif
