@NullMarked
package dev.waybill.server.http;

import org.jspecify.annotations.NullMarked;
