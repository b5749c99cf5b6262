@NullMarked
package dev.waybill.events.filter;

import org.jspecify.annotations.NullMarked;
