/// The record of a message: its facts in the ledger, and its sealed content.
@NullMarked
package dev.waybill.messages.record;

import org.jspecify.annotations.NullMarked;
