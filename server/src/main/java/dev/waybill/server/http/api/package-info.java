/// Routes, their requests and answers, and the description of the API.
@NullMarked
package dev.waybill.server.http.api;

import org.jspecify.annotations.NullMarked;
