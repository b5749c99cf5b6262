/// The service as a process of its own: puts the surfaces together.
@NullMarked
package dev.waybill.server;

import org.jspecify.annotations.NullMarked;
