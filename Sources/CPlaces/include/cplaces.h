#pragma once
#include <stddef.h>

/// places.tsv as it stands in the source tree (see NOTICE), inside the binary. Not terminated: use the size.
extern const unsigned char rt_places[];
extern const size_t rt_places_size;
