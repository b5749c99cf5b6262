@NullMarked
package dev.waybill.server.http.api;

import org.jspecify.annotations.NullMarked;
