/// The routes of the API.
@NullMarked
package dev.waybill.server.http.routes;

import org.jspecify.annotations.NullMarked;
