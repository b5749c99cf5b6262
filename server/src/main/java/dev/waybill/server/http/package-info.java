/// Waybill over HTTP: a table of routes, and limits that apply to all of them.
@NullMarked
package dev.waybill.server.http;

import org.jspecify.annotations.NullMarked;
