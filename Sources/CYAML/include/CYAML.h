// libyaml.
#ifndef CYAML_H
#define CYAML_H

#include <yaml.h>

/// Reads the first document of a text. Returns whether it could; if not, the parser says why. The
/// document is empty where the text has none, and is to be deleted after success.
int seqd_yaml_load(yaml_parser_t *parser, yaml_document_t *document, const unsigned char *text,
                   size_t size);

#endif
