// Names of libcurl for a program that links Swift's library for networks and does not use it.
#ifndef CNOCURL_H
#define CNOCURL_H

#endif
