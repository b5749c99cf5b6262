/// Waybill on a server: the interface of core over HTTP.
@NullMarked
package dev.waybill.client;

import org.jspecify.annotations.NullMarked;
