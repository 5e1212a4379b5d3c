// The measure of all readings: expat over a file, with no handlers at all.
#include <expat.h>
#include <stdio.h>

int main(int count, char **arguments) {
    static char bytes[1 << 16];
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!file || !parser) return 1;
    size_t length;
    do {
        length = fread(bytes, 1, sizeof bytes, file);
        if (XML_Parse(parser, bytes, (int)length, length < sizeof bytes) != XML_STATUS_OK) return 1;
    } while (length == sizeof bytes);
    XML_ParserFree(parser);
    return 0;
}
