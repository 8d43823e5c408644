#include "CYAML.h"

int seqd_yaml_load(yaml_parser_t *parser, yaml_document_t *document, const unsigned char *text,
                   size_t size) {
    if (!yaml_parser_initialize(parser)) return 0;
    // Its own guess would take some texts for UTF-16.
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(parser, text, size);
    return yaml_parser_load(parser, document);
}
