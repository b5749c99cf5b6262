/// Providers: how messages are handed over, and what providers report.
@NullMarked
package dev.waybill.messages.provider;

import org.jspecify.annotations.NullMarked;
