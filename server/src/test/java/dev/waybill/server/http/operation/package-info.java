@NullMarked
package dev.waybill.server.http.operation;

import org.jspecify.annotations.NullMarked;
