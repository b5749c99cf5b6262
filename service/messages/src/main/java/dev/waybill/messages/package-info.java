/// Messages: their records, how they are made, and the processor that notifies of them.
@NullMarked
package dev.waybill.messages;

import org.jspecify.annotations.NullMarked;
