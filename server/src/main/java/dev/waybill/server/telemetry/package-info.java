/// What a server says about itself.
@NullMarked
package dev.waybill.server.telemetry;

import org.jspecify.annotations.NullMarked;
