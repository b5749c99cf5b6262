@NullMarked
package dev.waybill.server.http.console;

import org.jspecify.annotations.NullMarked;
