/// What a route is, what it reads and answers, and the published description of all routes.
@NullMarked
package dev.waybill.server.http.api;

import org.jspecify.annotations.NullMarked;
