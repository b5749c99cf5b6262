/// What the web console needs beyond other clients: sessions and live figures.
@NullMarked
package dev.waybill.server.http.console;

import org.jspecify.annotations.NullMarked;
