/// Static pages of other modules, such as the web console.
@NullMarked
package dev.waybill.server.http.pages;

import org.jspecify.annotations.NullMarked;
