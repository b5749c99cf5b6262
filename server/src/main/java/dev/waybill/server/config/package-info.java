/// The configuration of a server: from a file, the environment and the command line.
@NullMarked
package dev.waybill.server.config;

import org.jspecify.annotations.NullMarked;
