/// Regular expressions of ECMA-262, matched in linear time.
@NullMarked
package dev.waybill.events.pattern;

import org.jspecify.annotations.NullMarked;
