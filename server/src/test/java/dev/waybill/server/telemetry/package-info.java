@NullMarked
package dev.waybill.server.telemetry;

import org.jspecify.annotations.NullMarked;
