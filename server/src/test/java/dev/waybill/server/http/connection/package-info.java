@NullMarked
package dev.waybill.server.http.connection;

import org.jspecify.annotations.NullMarked;
