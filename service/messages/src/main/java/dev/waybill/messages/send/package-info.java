/// Sends messages: accepts them, hands them to providers, and answers questions about them.
@NullMarked
package dev.waybill.messages.send;

import org.jspecify.annotations.NullMarked;
