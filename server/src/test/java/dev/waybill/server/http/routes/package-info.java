@NullMarked
package dev.waybill.server.http.routes;

import org.jspecify.annotations.NullMarked;
