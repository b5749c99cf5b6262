/// Filter policies in the grammar of Amazon SNS, and an index that finds the matching policies of
/// an event without testing each of them.
@NullMarked
package dev.waybill.events.filter;

import org.jspecify.annotations.NullMarked;
