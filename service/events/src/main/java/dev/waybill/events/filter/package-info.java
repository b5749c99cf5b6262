/// Which events a subscription wants: filter policies in the grammar of Amazon SNS, and an index
/// that finds the policies an event matches without asking each of them.
@NullMarked
package dev.waybill.events.filter;

import org.jspecify.annotations.NullMarked;
