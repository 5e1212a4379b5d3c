#include "cplaces.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char rt_places[] = {
#embed "places.tsv"
};
const size_t rt_places_size = sizeof rt_places;
