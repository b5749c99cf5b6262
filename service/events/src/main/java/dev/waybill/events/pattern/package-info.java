/// Regular expressions of ECMA-262, matched in time that grows with the text and never faster.
@NullMarked
package dev.waybill.events.pattern;

import org.jspecify.annotations.NullMarked;
