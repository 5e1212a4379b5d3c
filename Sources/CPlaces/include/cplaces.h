#pragma once
#include <stddef.h>

/// places.tsv as it stands in the source tree (see NOTICE), inside the binary. Not terminated: use the size.
extern const unsigned char rt_places[];
extern const size_t rt_places_size;

/// Where it starts, for Swift, which cannot take the address of an array of unknown size.
static inline const unsigned char *rt_places_start(void) { return rt_places; }
