/// The web console: static files, and the provider through which the server finds them.
@NullMarked
package dev.waybill.console;

import org.jspecify.annotations.NullMarked;
