/// What a deployment may say, and where it says it: a file, the environment, the command line.
@NullMarked
package dev.waybill.server.config;

import org.jspecify.annotations.NullMarked;
