/// Waybill over HTTP: one table of routes, and the limits that hold before any of them.
@NullMarked
package dev.waybill.server.http;

import org.jspecify.annotations.NullMarked;
