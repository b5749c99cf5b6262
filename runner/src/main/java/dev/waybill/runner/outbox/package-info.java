/// Events of process jobs, buffered on disk until the server has accepted them.
@NullMarked
package dev.waybill.runner.outbox;

import org.jspecify.annotations.NullMarked;
