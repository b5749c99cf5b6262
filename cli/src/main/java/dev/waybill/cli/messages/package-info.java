/// Commands on messages.
@NullMarked
package dev.waybill.cli.messages;

import org.jspecify.annotations.NullMarked;
