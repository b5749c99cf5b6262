/// JSON documents of what happens on a server.
@NullMarked
package dev.waybill.wire.insight;

import org.jspecify.annotations.NullMarked;
