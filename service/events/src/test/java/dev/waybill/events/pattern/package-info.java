@NullMarked
package dev.waybill.events.pattern;

import org.jspecify.annotations.NullMarked;
